import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useInvitation } from '@/acts/staff/greetings'
import { businessQuery } from '@/api/customers'
import { type Absence, insightQueries } from '@/api/insights'
import type { AbsenceReport, AbsentCustomer } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { GreetingRow } from '@/card/GreetingRow'
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
  const { customerId, name, phone, silentDays, usualGapDays, greeting: state } = customer
  const greeting = useInvitation(customerId, customer)
  const timeZone = useTimeZone()
  const mayWrite = business !== '' && state === 'NOW'
  const chat = mayWrite ? chatLink(phone, customerTexts.invitation(firstNameOf(name), business)) : null
  return (
    <GreetingRow
      customer={customer}
      greeting={greeting}
      chat={chat}
      words={{ write: words.write, writeTo: words.writeTo }}
      timeZone={timeZone}
    >
      <p className="text-small text-ink-soft">{words.silence(silentDays, usualGapDays)}</p>
    </GreetingRow>
  )
}
