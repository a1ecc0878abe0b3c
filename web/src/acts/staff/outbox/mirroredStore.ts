import { readStored, removeStored, storedKeys, writeStored } from '@/lib/storage'
import type { VisitStore } from './store'
import type { WaitingVisit } from './waitingVisit'

const prefix = 'axioma.waiting '

/**
 * Copies each visit to local storage, because browsers may evict IndexedDB or lack it. The copy is written
 * last and removed first, so a visit that is only in the copy was evicted and is restored. Without any
 * storage, visits last as long as the page.
 */
export function mirroredStore(first: VisitStore): VisitStore & { isSafe: () => boolean } {
  const held = new Map<string, WaitingVisit>()
  let safe = true
  return {
    put: async (visit) => {
      held.set(visit.key, visit)
      try {
        await first.put(visit)
        held.delete(visit.key)
      } catch {
        safe = false
      }
      writeStored(prefix + visit.key, visit)
    },
    remove: async (key) => {
      removeStored(prefix + key)
      held.delete(key)
      await first.remove(key).catch(() => undefined)
    },
    all: async (businessId) => {
      const found = await first.all(businessId).catch(() => [])
      const missing = [...held.values(), ...readMirror()].filter(
        (visit) => visit.businessId === businessId && !found.some(({ key }) => key === visit.key),
      )
      const unique = new Map([...found, ...missing].map((visit) => [visit.key, visit]))
      return [...unique.values()].sort((one, other) => one.scannedAt - other.scannedAt)
    },
    isSafe: () => safe,
  }
}

function readMirror(): WaitingVisit[] {
  return storedKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => readStored(key))
    .filter((stored): stored is WaitingVisit => isVisit(stored))
}

function isVisit(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false
  const { key, businessId, subject, scannedAt } = stored as Partial<WaitingVisit>
  const named = typeof key === 'string' && typeof businessId === 'string' && typeof scannedAt === 'number'
  return named && typeof subject === 'object' && subject !== null
}
