import { readStored, removeStored, writeStored } from '@/lib/storage'
import type { Subject, VisitJob } from './visitQueue'

/** Visits that have no answer yet, oldest first. */
export interface WaitingVisits {
  read: () => VisitJob[]
  add: (job: VisitJob) => void
  remove: (key: string) => void
}

/**
 * The visits that wait in this tab. They belong to whoever scanned them: another person may not be allowed to
 * send them, and another business has nothing to do with them.
 */
export function waitingVisitsOf(email: string, businessId: string | null): WaitingVisits {
  const storageKey = `axioma.visits ${businessId ?? ''} ${email}`
  const read = () => {
    const stored = readStored(storageKey, 'tab')
    return Array.isArray(stored) ? stored.filter(isJob) : []
  }
  return {
    read,
    add: (job) => writeStored(storageKey, [...read(), job], 'tab'),
    remove: (key) => {
      const others = read().filter((job) => job.key !== key)
      if (others.length > 0) writeStored(storageKey, others, 'tab')
      else removeStored(storageKey, 'tab')
    },
  }
}

function isJob(value: unknown): value is VisitJob {
  if (typeof value !== 'object' || value === null) return false
  const { key, subject, authorized, since } = value as Record<string, unknown>
  return (
    typeof key === 'string' &&
    typeof authorized === 'boolean' &&
    typeof since === 'number' &&
    isSubject(subject)
  )
}

function isSubject(value: unknown): value is Subject {
  if (typeof value !== 'object' || value === null) return false
  const { customerId, phone } = value as Record<string, unknown>
  return typeof customerId === 'string' || typeof phone === 'string'
}
