import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useGreet } from '@/acts/staff/greetings'
import { businessQuery } from '@/api/customers'
import { type Absence, insightQueries } from '@/api/insights'
import type { AbsentCustomer } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
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
  const greet = useGreet(customerId)
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
      {greet.isSuccess || greet.isPending ? (
        <p role="status" className="flex min-h-target flex-none items-center text-small text-ink-soft">
          {words.written}
        </p>
      ) : (
        chat && (
          <a
            href={chat}
            target="_blank"
            rel="noreferrer"
            aria-label={words.writeTo(name)}
            className={cx(buttonLook({ variant: 'secondary' }), 'flex-none')}
            onClick={() => greet.mutate(true)}
          >
            {words.write}
          </a>
        )
      )}
    </li>
  )
}
