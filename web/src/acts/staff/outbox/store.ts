import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { isWaiting, type WaitingVisit } from './waitingVisit'

/** Where visits are kept. What is put is there after a power cut, or the promise fails. */
export interface VisitStore {
  put: (visit: WaitingVisit) => Promise<void>
  /** The visits of a business, oldest first. */
  all: (businessId: string) => Promise<WaitingVisit[]>
  remove: (key: string) => Promise<void>
}

interface Schema extends DBSchema {
  visits: { key: string; value: WaitingVisit; indexes: { business: [string, number] } }
}

const name = 'axioma-outbox'

/** The visits that this device keeps, for all its tabs. */
export function deviceVisitStore(): VisitStore {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => {
    opened = null
  }
  const database = () => {
    opened ??= open(forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  return {
    put: async (visit) => {
      const transaction = (await database()).transaction('visits', 'readwrite', { durability: 'strict' })
      const put = transaction.store.put(visit)
      // Nothing more follows: not to wait for the browser to find that out spares a way there and back.
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

/** Whether visits of any business wait on this device; false where the browser keeps none. */
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
    // A newer app in another tab waits for this one to let go.
    blocking: (_current, _blocked, event) => {
      forget()
      const { target } = event
      if (target instanceof IDBDatabase) target.close()
    },
    terminated: forget,
  })
}
