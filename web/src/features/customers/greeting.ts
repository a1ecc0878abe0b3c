import type { Customer } from '@/api/types'
import { chatLink, firstNameOf } from '@/lib/whatsapp'
import { texts } from './texts'

/** A WhatsApp chat with the customer that begins with a greeting; null without a whole phone. */
export function greetingLink({ name, phone }: Pick<Customer, 'name' | 'phone'>, business: string) {
  return chatLink(phone, texts.record.greeting(firstNameOf(name), business))
}
