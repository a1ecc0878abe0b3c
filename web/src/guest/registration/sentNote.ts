import { formatPhone } from '@/lib/phone'
import type { FinishedRegistration } from './registrationStore'
import { texts } from './texts'

/** How the QR leaves for a newcomer besides the screen; where it does not, to keep it. */
export function sentNote({ customer, email }: FinishedRegistration): string {
  switch (customer.qrSentBy) {
    case 'WHATSAPP':
      return texts.done.byWhatsApp(formatPhone(customer.phone))
    case 'EMAIL':
      return texts.done.byEmail(email)
    default:
      return texts.done.keepIt
  }
}

/** Where the card is later: in the portal, as long as a code to enter it leaves by some way. */
export function cardNote({ ways }: FinishedRegistration): string {
  const enters = (ways?.whatsapp ?? 'ON') === 'ON' || ways?.emails
  return enters ? texts.done.card : texts.done.cardAtCounter
}
