import { readStored, removeStored, storedKeys, writeStored } from '@/lib/storage'
import type { VisitStore } from './store'
import type { WaitingVisit } from './waitingVisit'

const prefix = 'axioma.waiting '

/**
 * Copies each visit to local storage, because browsers may evict IndexedDB or lack it. The copy is written
 * last and removed first, so a visit that is only in the copy was evicted and is restored. Without any
 * storage, visits last as long as the page, and `isSafe` is false.
 */
export function mirroredStore(first: VisitStore): VisitStore & { isSafe: () => boolean } {
  /** Visits that `first` does not have yet, or only in an earlier state. */
  const copies = new Map<string, WaitingVisit>()
  /** Keys of copies that `first` has refused. */
  const refusedKeys = new Set<string>()
  const store = async (visit: WaitingVisit) => {
    const { key } = visit
    const isStored = await first.put(visit).then(
      () => true,
      () => false,
    )
    // The visit may have been removed or replaced meanwhile.
    if (copies.get(key) !== visit) return
    if (isStored) {
      copies.delete(key)
      refusedKeys.delete(key)
    } else refusedKeys.add(key)
    writeStored(prefix + key, visit)
  }
  /** Stores refused visits again, because there may be space now. */
  const storeRefused = async () => {
    for (const key of [...refusedKeys]) {
      const visit = copies.get(key)
      if (visit) await store(visit)
    }
  }
  return {
    put: (visit) => {
      copies.set(visit.key, visit)
      return store(visit)
    },
    remove: async (key) => {
      removeStored(prefix + key)
      copies.delete(key)
      refusedKeys.delete(key)
      await first.remove(key).catch(() => undefined)
    },
    all: async (businessId) => {
      await storeRefused()
      const storedVisits = await first.all(businessId).catch(() => [])
      const storedOnly = storedVisits.filter(({ key }) => !copies.has(key))
      const missing = [...copies.values(), ...readMirror()].filter(
        (visit) => visit.businessId === businessId && !storedOnly.some(({ key }) => key === visit.key),
      )
      const unique = new Map([...storedOnly, ...missing].map((visit) => [visit.key, visit]))
      return [...unique.values()].sort((one, other) => one.scannedAt - other.scannedAt)
    },
    isSafe: () => [...refusedKeys].every((key) => readStored(prefix + key) !== null),
  }
}

function readMirror(): WaitingVisit[] {
  return storedKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => readStored(key))
    .filter((storedValue): storedValue is WaitingVisit => isVisit(storedValue))
}

function isVisit(storedValue: unknown): boolean {
  if (typeof storedValue !== 'object' || storedValue === null) return false
  const { key, businessId, subject, scannedAt } = storedValue as Partial<WaitingVisit>
  const hasKeys = typeof key === 'string' && typeof businessId === 'string' && typeof scannedAt === 'number'
  return hasKeys && typeof subject === 'object' && subject !== null
}
