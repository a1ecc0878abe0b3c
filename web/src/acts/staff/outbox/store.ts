import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { isWaiting, type WaitingVisit } from './waitingVisit'

/** Stores waiting visits. `put` resolves once the visit survives a power cut. */
export interface VisitStore {
  put: (visit: WaitingVisit) => Promise<void>
  /** Oldest first. */
  all: (businessId: string) => Promise<WaitingVisit[]>
  remove: (key: string) => Promise<void>
}

interface Schema extends DBSchema {
  visits: { key: string; value: WaitingVisit; indexes: { business: [string, number] } }
}

const name = 'axioma-outbox'

/** A store in IndexedDB, shared by all tabs. */
export function deviceVisitStore(): VisitStore {
  let openedDatabase: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => {
    openedDatabase = null
  }
  const database = () => {
    openedDatabase ??= open(forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return openedDatabase
  }
  return {
    put: async (visit) => {
      const transaction = (await database()).transaction('visits', 'readwrite', { durability: 'strict' })
      const put = transaction.store.put(visit)
      // An explicit commit saves a round trip.
      transaction.commit()
      await Promise.all([put, transaction.done])
    },
    all: async (businessId) => {
      const ofBusiness = IDBKeyRange.bound([businessId], [businessId, []])
      return (await database()).getAllFromIndex('visits', 'business', ofBusiness)
    },
    remove: async (key) => {
      const transaction = (await database()).transaction('visits', 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.delete(key), transaction.done])
    },
  }
}

/** True if visits of any business wait on the device. False without storage. */
export async function hasVisitsOnDevice(): Promise<boolean> {
  try {
    const database = await open(() => undefined)
    const visits = await database.getAll('visits')
    database.close()
    return visits.some(isWaiting)
  } catch {
    return false
  }
}

function open(forget: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade: (database) => {
      const visits = database.createObjectStore('visits', { keyPath: 'key' })
      visits.createIndex('business', ['businessId', 'scannedAt'])
    },
    // A newer version of the app in another tab waits until this one closes the database.
    blocking: (_current, _blocked, event) => {
      forget()
      const { target } = event
      if (target instanceof IDBDatabase) target.close()
    },
    terminated: forget,
  })
}
