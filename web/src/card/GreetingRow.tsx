import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '@/kit/cx'
import { sayMoment } from '@/lib/dates'
import { type Greeting, GreetingAct, GreetingRefused } from './GreetingAct'
import type { GreetingRefusal } from './staffTexts'

interface GreetingRowProps {
  customer: {
    customerId: string
    name: string
    greetedAt: string | null
    greeting: GreetingRefusal | 'NOW'
  }
  greeting: Greeting
  /** The link to the chat; null for a customer who must not be contacted. */
  chat: string | null
  words: {
    write: string
    writeTo: (name: string) => string
    /** Says when the customer was greeted last. Without it, only a refusal does. */
    written?: (when: string) => string
  }
  timeZone: string | undefined
  isUnderlined?: boolean
  /** A line about the customer. */
  children?: ReactNode
}

/** A customer in a list of people to write to: the name leads to the record. */
export function GreetingRow(props: GreetingRowProps) {
  const { customer, greeting, chat, words, timeZone, isUnderlined, children } = props
  const { customerId, name, greetedAt, greeting: state } = customer
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-rule py-2 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <Link
          translate="no"
          to="/app/customers/$id"
          params={{ id: customerId }}
          className={cx('font-semibold underline-offset-4', isUnderlined ? 'underline' : 'hover:underline')}
        >
          {name}
        </Link>
        {children}
        {!greeting.isNoted && (
          <>
            {words.written && greetedAt && state !== 'INVITED' && (
              <p className="text-small text-ink-soft">{words.written(sayMoment(greetedAt, { timeZone }))}</p>
            )}
            <GreetingRefused state={state} at={greetedAt} timeZone={timeZone} />
          </>
        )}
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
