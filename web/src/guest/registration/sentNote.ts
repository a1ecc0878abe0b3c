import { formatPhone } from '@/lib/phone'
import type { FinishedRegistration } from './registrationStore'
import { texts } from './texts'

/** Says how the QR is sent, or advises the customer to save it. */
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

export function cardNote({ ways }: FinishedRegistration): string {
  const canSignIn = (ways?.whatsapp ?? 'ON') === 'ON' || ways?.emails
  return canSignIn ? texts.done.card : texts.done.cardAtCounter
}
