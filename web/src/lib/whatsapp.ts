import { digitsOf, isE164 } from './phone'

/** A WhatsApp chat that begins with these words; null without a whole phone. */
export function chatLink(phone: string | null, words: string): string | null {
  if (!phone || !isE164(phone)) return null
  return `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(words)}`
}

/** The name by which one greets. */
export function firstNameOf(name: string): string {
  const [first = name] = name.trim().split(/\s+/)
  return first
}

/** Whether messages leave by WhatsApp; other servers do not say. */
type WhatsAppState = 'ON' | 'TRIAL' | 'OFF' | undefined

/** Whether it is known that no message leaves by WhatsApp now. */
export const isNotSending = (whatsapp: WhatsAppState) => whatsapp === 'TRIAL' || whatsapp === 'OFF'
