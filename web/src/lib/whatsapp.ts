import { digitsOf, isE164 } from './phone'

/** The link that opens a chat with a text. Null if the phone is masked or missing. */
export function chatLink(phone: string | null, words: string): string | null {
  if (!phone || !isE164(phone)) return null
  return `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(words)}`
}

export function firstNameOf(name: string): string {
  const [first = name] = name.trim().split(/\s+/)
  return first
}

/** Undefined if the server does not send it. */
type WhatsAppState = 'ON' | 'TRIAL' | 'OFF' | undefined

/** True if WhatsApp is known to send no messages. */
export const isNotSending = (whatsapp: WhatsAppState) => whatsapp === 'TRIAL' || whatsapp === 'OFF'
