import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useInvitation } from '@/acts/staff/greetings'
import { businessQuery } from '@/api/customers'
import { type Absence, insightQueries } from '@/api/insights'
import type { AbsentCustomer } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { GreetingAct } from '@/card/GreetingAct'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { PeopleList } from './PeopleList'
import { texts } from './texts'

const words = texts.absent

export function AbsentCustomers({ absence }: { absence: Absence }) {
  const customers = useInfiniteQuery(insightQueries.absentCustomers(absence))
  const { data: business } = useQuery(businessQuery())
  return (
    <div className="grid gap-3">
      <p className="text-small text-ink-soft">{words.wayOut}</p>
      <PeopleList pages={customers} noneDetail={words.noneDetail[absence]}>
        {(customer) => (
          <Absent key={customer.customerId} customer={customer} business={business?.name ?? ''} />
        )}
      </PeopleList>
    </div>
  )
}

function Absent({ customer, business }: { customer: AbsentCustomer; business: string }) {
  const { customerId, name, phone, silentDays, usualGapDays } = customer
  const greeting = useInvitation(customerId, customer)
  const timeZone = useTimeZone()
  const chat = business ? chatLink(phone, customerTexts.invitation(firstNameOf(name), business)) : null
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-rule py-2 last:border-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Link
          translate="no"
          to="/app/customers/$id"
          params={{ id: customerId }}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <p className="text-small text-ink-soft">{words.silence(silentDays, usualGapDays)}</p>
      </div>
      <GreetingAct
        greeting={greeting}
        name={name}
        chat={chat}
        label={words.writeTo(name)}
        timeZone={timeZone}
      >
        {words.write}
      </GreetingAct>
    </li>
  )
}
