import type { VisitStore } from './store'
import { type VisitCount, type VisitCountStore, visitCountCookie } from './visitCountCookie'
import type { WaitingVisit } from './waitingVisit'

/** Milliseconds for another tab to report that it sent a visit. */
const recheckDelay = 250

/** Detects visits which the browser has evicted. */
export interface LossTrackingStore extends VisitStore {
  lostVisits: () => VisitCount | null
  acknowledgeLoss: () => void
}

/**
 * Counts the stored visits in a cookie, which survives the eviction of storage: a lower number of rows is
 * a loss. The count never exceeds what is stored, so that a sent visit is never reported as lost.
 */
export function trackLosses<Store extends VisitStore>(
  store: Store,
  businessId: string,
  counts: VisitCountStore = visitCountCookie(businessId),
): Store & LossTrackingStore {
  const rows = () => store.all(businessId)
  let lossCheck: Promise<void> | null = null
  const checkOnce = () => {
    lossCheck ??= recordLoss(rows, counts).catch(() => undefined)
    return lossCheck
  }
  const count = () => void updateCount(rows, counts).catch(() => undefined)
  return {
    ...store,
    put: async (visit) => {
      await checkOnce()
      await store.put(visit)
      count()
    },
    remove: async (key) => {
      await checkOnce()
      const others = (await rows()).filter((row) => row.key !== key)
      counts.write({ ...counts.read(), waiting: countOf(others) })
      await store.remove(key)
      count()
    },
    all: async (ofBusiness) => {
      await checkOnce()
      return store.all(ofBusiness)
    },
    lostVisits: () => counts.read().loss,
    acknowledgeLoss: () => counts.write({ ...counts.read(), loss: null }),
  }
}

/** Checks twice: another tab may be about to report that it sent the missing visits. */
async function recordLoss(rows: () => Promise<WaitingVisit[]>, counts: VisitCountStore): Promise<void> {
  if (!(await countMissing(rows, counts))) return
  await new Promise((resolve) => setTimeout(resolve, recheckDelay))
  const missingCount = await countMissing(rows, counts)
  if (!missingCount) return
  const { waiting, loss } = counts.read()
  const remaining = (waiting?.count ?? 0) - missingCount.count
  counts.write({
    waiting: waiting && remaining > 0 ? { ...waiting, count: remaining } : null,
    loss: addCounts(loss, missingCount),
  })
}

/** Counts the missing visits. Counts again if another tab changed the count meanwhile. */
async function countMissing(
  rows: () => Promise<WaitingVisit[]>,
  counts: VisitCountStore,
): Promise<VisitCount | null> {
  for (;;) {
    const { waiting } = counts.read()
    if (!waiting) return null
    const visits = await rows()
    const count = waiting.count - visits.length
    if (counts.read().waiting?.count === waiting.count) return count > 0 ? { ...waiting, count } : null
  }
}

/** Writes the number of visits. Repeats until the rows stay unchanged, because other tabs write too. */
async function updateCount(rows: () => Promise<WaitingVisit[]>, counts: VisitCountStore): Promise<void> {
  for (let before = await rows(); ; ) {
    counts.write({ ...counts.read(), waiting: countOf(before) })
    const after = await rows()
    if (after.map(({ key }) => key).join() === before.map(({ key }) => key).join()) return
    before = after
  }
}

function countOf(visits: readonly WaitingVisit[]): VisitCount | null {
  if (visits.length === 0) return null
  const times = visits.map(({ scannedAt }) => scannedAt)
  return { count: visits.length, since: Math.min(...times), until: Math.max(...times) }
}

function addCounts(one: VisitCount | null, other: VisitCount): VisitCount {
  if (!one) return other
  return {
    count: one.count + other.count,
    since: Math.min(one.since, other.since),
    until: Math.max(one.until, other.until),
  }
}
