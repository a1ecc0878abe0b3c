import type { VisitStore } from '@/acts/staff/outbox/store'
import type { WaitingVisit } from '@/acts/staff/outbox/waitingVisit'

/** A store in memory, which several pages of a test can share. */
export function memoryStore(visits = new Map<string, WaitingVisit>()): VisitStore {
  return {
    put: async (visit) => {
      visits.set(visit.key, visit)
    },
    all: async (businessId) => [...visits.values()].filter((visit) => visit.businessId === businessId),
    remove: async (key) => {
      visits.delete(key)
    },
  }
}

export const waitingVisit = (fields: Partial<WaitingVisit> = {}): WaitingVisit => ({
  schema: 1,
  key: 'k',
  businessId: 'b1',
  subject: { customerId: 'ana' },
  authorized: false,
  notes: '',
  name: '',
  by: 'barber@demo.test',
  scannedAt: Date.parse('2026-11-20T10:00:00Z'),
  refusal: null,
  ...fields,
})
