import { Link } from '@tanstack/react-router'
import { useInvitation } from '@/acts/staff/greetings'
import type { ImportedCustomer } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { GreetingAct, GreetingRefused } from '@/card/GreetingAct'
import { sayMoment } from '@/lib/dates'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { texts } from './texts'

const words = texts.greetings

interface GreetedCustomerProps {
  customer: ImportedCustomer
  /** Writes the message; null while its link is unknown. */
  write: ((firstName: string, invites: boolean) => string) | null
}

export function GreetedCustomer({ customer, write }: GreetedCustomerProps) {
  const { customerId, name, phone, greetedAt, greeting: state, invites } = customer
  const greeting = useInvitation(customerId, customer, invites)
  const timeZone = useTimeZone()
  const chat = write && state === 'NOW' ? chatLink(phone, write(firstNameOf(name), invites)) : null
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-rule py-2 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <Link
          translate="no"
          to="/app/customers/$id"
          params={{ id: customerId }}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        {!greeting.isNoted && (
          <>
            {greetedAt && state !== 'INVITED' && (
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
