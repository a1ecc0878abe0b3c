import type { Customer } from '@/api/types'
import { digitsOf, isE164 } from '@/lib/phone'
import { texts } from './texts'

/** A WhatsApp chat with the customer that begins with a greeting; null without a whole phone. */
export function greetingLink({ name, phone }: Pick<Customer, 'name' | 'phone'>, business: string) {
  if (!phone || !isE164(phone)) return null
  const [firstName = name] = name.trim().split(/\s+/)
  const words = texts.record.greeting(firstName, business)
  return `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(words)}`
}
