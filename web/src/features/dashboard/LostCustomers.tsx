import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LostCustomer, Week } from '@/api/types'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { texts } from './texts'
import { Figure } from './WeekFacts'

const words = texts.week.lost

/** How many are named before somebody asks for more. */
const few = 5

/** Those who used to come and have stopped, each with a greeting at hand. */
export function LostCustomers({
  lost: { total, items },
  business,
}: {
  lost: Week['lost']
  business: string
}) {
  const [all, setAll] = useState(false)
  if (total === 0) return <p className="text-ink-soft">{words.none}</p>
  return (
    <div className="grid gap-3">
      <Figure value={total}>{words.words(total)}</Figure>
      <ul className="grid">
        {items.slice(0, all ? items.length : few).map((customer) => (
          <Lost key={customer.customerId} customer={customer} business={business} />
        ))}
      </ul>
      {!all && items.length > few && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setAll(true)}>
          {words.more(items.length - few)}
        </Button>
      )}
      {all && total > items.length && (
        <p className="text-small text-ink-soft">{words.longest(items.length)}</p>
      )}
    </div>
  )
}

function Lost({ customer, business }: { customer: LostCustomer; business: string }) {
  const { customerId, name, phone, silentDays, usualGapDays } = customer
  const chat = chatLink(phone, words.greeting(firstNameOf(name), business))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2 last:border-0">
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
      {chat && (
        <a
          href={chat}
          target="_blank"
          rel="noreferrer"
          aria-label={words.greet(name)}
          className={buttonLook({ variant: 'secondary' })}
        >
          {words.greetShort}
        </a>
      )}
    </li>
  )
}
