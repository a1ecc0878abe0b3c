import type { RegisteredVisit } from '@/api/types'
import { formatPhone } from '@/lib/phone'
import type { WaitingVisit } from './outbox/waitingVisit'
import { texts } from './texts'

/** Why there is no stamp for a visit: it waits for the owner, it was taken back since, or the day had its stamp already. */
export function sayUnstamped(visit: RegisteredVisit, timeZone?: string): string {
  if (visit.waiting) return texts.visit.waiting
  return visit.deletedAt === null ? texts.visit.settled(visit, timeZone) : texts.visit.deleted
}

/** Whose visit it is, so far as this device knows; else by what her code begins with, as the file of her QR is named. */
export function sayCustomer({ name, subject }: WaitingVisit): string {
  if (name) return name
  return 'phone' in subject ? formatPhone(subject.phone) : texts.visit.unknown(subject.customerId)
}
