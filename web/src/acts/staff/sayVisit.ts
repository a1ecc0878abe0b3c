import type { RegisteredVisit } from '@/api/types'
import { formatPhone } from '@/lib/phone'
import type { WaitingVisit } from './outbox/waitingVisit'
import { texts } from './texts'

/** Says why a visit left no stamp: it waits for the owner, was deleted, or the day had its stamp already. */
export function sayUnstamped(visit: RegisteredVisit, timeZone?: string): string {
  if (visit.waiting) return texts.visit.waiting
  return visit.deletedAt === null ? texts.visit.settled(visit, timeZone) : texts.visit.deleted
}

/** Names a customer by name, phone or the beginning of the id. */
export function sayCustomer({ name, subject }: WaitingVisit): string {
  if (name) return name
  return 'phone' in subject ? formatPhone(subject.phone) : texts.visit.unknown(subject.customerId)
}
