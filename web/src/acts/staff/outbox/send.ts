import { registerVisit, registerVisitByPhone } from '@/api/customers'
import { noResponseError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import type { WaitingVisit } from './waitingVisit'

/** From when on a visit says when it happened, in milliseconds; before, the server's own clock is the better one. */
const lateAfter = 10_000

/** Sends a visit, and when it happened: both times are of this device, so that a clock that is wrong cancels out. */
export function sendVisit(visit: WaitingVisit, now = Date.now()): Promise<RegisteredVisit> {
  const { key, subject, authorized, notes, code, scannedAt } = visit
  const details = {
    key,
    ...(authorized && { authorized }),
    ...(notes && { notes }),
    ...(code && { scanned: true }),
    ...(now - scannedAt >= lateAfter && { scannedAt: iso(scannedAt), sentAt: iso(now) }),
  }
  return 'phone' in subject
    ? registerVisitByPhone(subject.phone, details)
    : registerVisit(subject.customerId, details)
}

/**
 * Sends visits only as long as one acts on the business in which they happened: an operator may turn to another between two
 * of them, and the next would be refused there.
 */
export function businessSender(actingOn: () => string) {
  return (visit: WaitingVisit): Promise<RegisteredVisit> =>
    actingOn() === visit.businessId ? sendVisit(visit) : Promise.reject(noResponseError('another business'))
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
