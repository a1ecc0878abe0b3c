import { registerVisit, registerVisitByPhone } from '@/api/customers'
import { noResponseError } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import type { WaitingVisit } from './waitingVisit'

/** Milliseconds until a visit is sent with times. Before, the server's clock is better. */
const lateAfter = 10_000

/** Sends a visit. Both times are this device's, so that a wrong clock cancels out. */
export function sendVisit(visit: WaitingVisit, now = Date.now()): Promise<RegisteredVisit> {
  const { key, subject, authorized, notes, servedBy, scannedAt } = visit
  const details = {
    key,
    ...(authorized && { authorized }),
    ...(notes && { notes }),
    ...(servedBy && { servedById: servedBy.id }),
    ...scanOf(visit),
    ...(now - scannedAt >= lateAfter && { scannedAt: iso(scannedAt), sentAt: iso(now) }),
  }
  return 'phone' in subject
    ? registerVisitByPhone(subject.phone, details)
    : registerVisit(subject.customerId, details)
}

/** The fields that identify the customer beside the subject. */
export function scanOf({ code, scanned, idHash, qrHash }: WaitingVisit) {
  return {
    ...((code || scanned) && { scanned: true }),
    ...(idHash && { idHash }),
    ...(qrHash && { qrHash }),
  }
}

/**
 * Sends a visit only while its business is the current one. After an operator has switched to another, the
 * server would refuse the visit.
 */
export function businessSender(actingOn: () => string) {
  return (visit: WaitingVisit): Promise<RegisteredVisit> =>
    actingOn() === visit.businessId ? sendVisit(visit) : Promise.reject(noResponseError('another business'))
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
