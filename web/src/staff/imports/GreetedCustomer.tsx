import { useInvitation } from '@/acts/staff/greetings'
import type { ImportedCustomer } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { GreetingRow } from '@/card/GreetingRow'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { texts } from './texts'

interface GreetedCustomerProps {
  customer: ImportedCustomer
  /** Writes the message; null until its data are loaded. */
  write: ((firstName: string, invites: boolean) => string) | null
}

export function GreetedCustomer({ customer, write }: GreetedCustomerProps) {
  const { customerId, name, phone, greeting: state, invites } = customer
  const greeting = useInvitation(customerId, customer, invites)
  const timeZone = useTimeZone()
  const chat = write && state === 'NOW' ? chatLink(phone, write(firstNameOf(name), invites)) : null
  return (
    <GreetingRow
      customer={customer}
      greeting={greeting}
      chat={chat}
      words={texts.greetings}
      timeZone={timeZone}
    />
  )
}
