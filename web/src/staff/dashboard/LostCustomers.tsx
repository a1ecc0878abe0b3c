import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useInvitation } from '@/acts/staff/greetings'
import { missedAfter, recordQueries } from '@/api/records'
import type { LostCustomer, Week } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { GreetingRow } from '@/card/GreetingRow'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { texts } from './texts'
import { Figure } from './WeekFacts'

const words = texts.week.lost

const previewCount = 5

/** Lists customers who used to come and have stopped, latest visit first. */
export function LostCustomers({
  lostCustomers: { total, items },
  business,
}: {
  lostCustomers: Week['lost']
  business: string
}) {
  return (
    <div className="grid gap-3">
      {total === 0 ? (
        <p className="text-ink-soft">{words.none}</p>
      ) : (
        <Figure value={total}>{words.words(total)}</Figure>
      )}
      <Names customers={items.slice(0, previewCount)} business={business} />
      {total > previewCount && (
        <Link
          to="/app/informes/falta"
          className={cx(buttonLook({ variant: 'secondary' }), 'justify-self-start')}
        >
          {words.all(total)}
        </Link>
      )}
      <NotSeenLink />
    </div>
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
        <LostCustomerLine key={customer.customerId} customer={customer} business={business} />
      ))}
    </ul>
  )
}

function LostCustomerLine({ customer, business }: { customer: LostCustomer; business: string }) {
  const { customerId, name, phone, silentDays, usualGapDays, greeting: state } = customer
  const timeZone = useTimeZone()
  const greeting = useInvitation(customerId, customer)
  const chat = state === 'NOW' ? chatLink(phone, customerTexts.invitation(firstNameOf(name), business)) : null
  return (
    <GreetingRow
      customer={customer}
      greeting={greeting}
      chat={chat}
      words={{ write: words.greetShort, writeTo: words.greet, written: words.greeted }}
      timeZone={timeZone}
      isUnderlined
    >
      <p className="text-small text-ink-soft">{words.silence(silentDays, usualGapDays)}</p>
    </GreetingRow>
  )
}
