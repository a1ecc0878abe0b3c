import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useInvitation } from '@/acts/staff/greetings'
import { businessQuery } from '@/api/customers'
import { type Absence, insightQueries } from '@/api/insights'
import type { AbsenceReport, AbsentCustomer } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { GreetingAct, GreetingRefused } from '@/card/GreetingAct'
import { Checkbox } from '@/kit/Checkbox'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { PeopleList } from './PeopleList'
import { texts } from './texts'

const words = texts.absent

const path = '/signed-in/of-a-business/app/informes/falta'

type AbsentCounts = AbsenceReport['lost']

interface AbsentCustomersProps {
  absence: Absence
  counts: AbsentCounts
}

export function AbsentCustomers({ absence, counts }: AbsentCustomersProps) {
  const { escribir: onlyToInvite = false } = useSearch({ from: path })
  const navigate = useNavigate()
  const customers = useInfiniteQuery(insightQueries.absentCustomers(absence, onlyToInvite))
  const { data: business } = useQuery(businessQuery())
  const choose = (isChosen: boolean) =>
    void navigate({
      to: '/app/informes/falta',
      search: ({ lista }) => ({ lista, escribir: isChosen || undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="grid max-w-3xl gap-3">
      {counts.all > 0 && (
        <Checkbox
          label={words.onlyToInvite(counts.toInvite)}
          help={words.wayOut}
          checked={onlyToInvite}
          onChange={({ target }) => choose(target.checked)}
        />
      )}
      <PeopleList
        pages={customers}
        noneDetail={counts.all > 0 ? words.noneToInvite(counts.all) : words.noneDetail[absence]}
        loadsOnScroll
      >
        {(customer) => (
          <Absent key={customer.customerId} customer={customer} business={business?.name ?? ''} />
        )}
      </PeopleList>
    </div>
  )
}

function Absent({ customer, business }: { customer: AbsentCustomer; business: string }) {
  const { customerId, name, phone, silentDays, usualGapDays, greetedAt, greeting: state } = customer
  const greeting = useInvitation(customerId, customer)
  const timeZone = useTimeZone()
  const mayWrite = business !== '' && state === 'NOW'
  const chat = mayWrite ? chatLink(phone, customerTexts.invitation(firstNameOf(name), business)) : null
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
        {!greeting.isNoted && <GreetingRefused state={state} at={greetedAt} timeZone={timeZone} />}
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
