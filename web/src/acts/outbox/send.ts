import { registerVisit, registerVisitByPhone } from '@/api/customers'
import type { RegisteredVisit } from '@/api/types'
import type { WaitingVisit } from './waitingVisit'

/** From when on a visit says when it happened, in milliseconds; before, the server's own clock is the better one. */
const lateAfter = 10_000

/** Sends a visit, and when it happened: both times are of this device, so that a clock that is wrong cancels out. */
export function sendVisit(visit: WaitingVisit, now = Date.now()): Promise<RegisteredVisit> {
  const { key, subject, authorized, notes, scannedAt } = visit
  const details = {
    key,
    ...(authorized && { authorized }),
    ...(notes && { notes }),
    ...(now - scannedAt >= lateAfter && { scannedAt: iso(scannedAt), sentAt: iso(now) }),
  }
  return 'phone' in subject
    ? registerVisitByPhone(subject.phone, details)
    : registerVisit(subject.customerId, details)
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
