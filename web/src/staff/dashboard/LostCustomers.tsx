import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useInvitation } from '@/acts/staff/greetings'
import { missedAfter, recordQueries } from '@/api/records'
import { lostQuery } from '@/api/reports'
import type { LostCustomer, Week } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { GreetingAct } from '@/card/GreetingAct'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { sayMoment } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { texts } from './texts'
import { Figure, PanelLink } from './WeekFacts'

const words = texts.week.lost

const previewCount = 5

/** Lists customers who used to come and have stopped, latest visit first. */
export function LostCustomers({
  lost: { total, items },
  business,
}: {
  lost: Week['lost']
  business: string
}) {
  const [isWhole, setWhole] = useState(false)
  return (
    <div className="grid gap-3">
      {total === 0 ? (
        <p className="text-ink-soft">{words.none}</p>
      ) : (
        <Figure value={total}>{words.words(total)}</Figure>
      )}
      {isWhole ? (
        <AllLost first={items} business={business} />
      ) : (
        <>
          <Names customers={items.slice(0, previewCount)} business={business} />
          {total > previewCount && (
            <Button variant="secondary" className="justify-self-start" onClick={() => setWhole(true)}>
              {words.all(total)}
            </Button>
          )}
        </>
      )}
      <div className="grid justify-items-start gap-3">
        <NotSeenLink />
        <PanelLink to="/app/informes/vuelven">{words.returns}</PanelLink>
      </div>
    </div>
  )
}

/** Shows `first` while the whole list loads. */
function AllLost({ first, business }: { first: readonly LostCustomer[]; business: string }) {
  const lost = useInfiniteQuery(lostQuery())
  if (lost.isLoadingError) {
    return <LoadFailed onRetry={lost.refetch}>{errorText(lost.error, texts.week.failed)}</LoadFailed>
  }
  const customers = lost.data?.pages.flatMap(({ items }) => items) ?? first
  return (
    <>
      <Names customers={customers} business={business} />
      <MorePages pages={lost}>{words.shown(customers.length, lost.data?.pages[0]?.total ?? 0)}</MorePages>
    </>
  )
}

function NotSeenLink() {
  const { data: total } = useQuery(recordQueries.count({ notSeenFor: missedAfter }))
  if (!total) return null
  return (
    <Link
      to="/app/customers/list"
      search={{ notSeenFor: missedAfter }}
      className="flex min-h-target items-center justify-self-start font-semibold text-accent underline underline-offset-4"
    >
      {words.notSeen(total, missedAfter)}
    </Link>
  )
}

function Names({ customers, business }: { customers: readonly LostCustomer[]; business: string }) {
  return (
    <ul className="grid">
      {customers.map((customer) => (
        <Lost key={customer.customerId} customer={customer} business={business} />
      ))}
    </ul>
  )
}

function Lost({ customer, business }: { customer: LostCustomer; business: string }) {
  const { customerId, name, phone, silentDays, usualGapDays, greetedAt, mayGreet } = customer
  const timeZone = useTimeZone()
  const greeting = useInvitation(customerId, customer)
  const chat = mayGreet ? chatLink(phone, customerTexts.invitation(firstNameOf(name), business)) : null
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-rule py-2 last:border-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Link
          translate="no"
          to="/app/customers/$id"
          params={{ id: customerId }}
          className="font-semibold underline underline-offset-4"
        >
          {name}
        </Link>
        <p className="text-small text-ink-soft">{words.silence(silentDays, usualGapDays)}</p>
        {greetedAt && !greeting.isNoted && (
          <p className="text-small text-ink-soft">{words.greeted(sayMoment(greetedAt, { timeZone }))}</p>
        )}
        {!mayGreet && !greetedAt && !greeting.isNoted && (
          <p className="text-small text-ink-soft">{phone ? words.notInvited : words.noPhone}</p>
        )}
      </div>
      <GreetingAct greeting={greeting} name={name} chat={chat} label={words.greet(name)} timeZone={timeZone}>
        {words.greetShort}
      </GreetingAct>
    </li>
  )
}
