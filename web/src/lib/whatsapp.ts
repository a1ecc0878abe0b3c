import { digitsOf, isE164 } from './phone'

/** Null without a whole phone. */
export function chatLink(phone: string | null, words: string): string | null {
  if (!phone || !isE164(phone)) return null
  return `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(words)}`
}

export function firstNameOf(name: string): string {
  const [first = name] = name.trim().split(/\s+/)
  return first
}

/** Undefined on other servers. */
type WhatsAppState = 'ON' | 'TRIAL' | 'OFF' | undefined

/** Certain only for OFF and TRIAL. */
export const isNotSending = (whatsapp: WhatsAppState) => whatsapp === 'TRIAL' || whatsapp === 'OFF'
