import type { VisitStore } from './store'
import { type Tally, type TallyJar, tallyCookie } from './tallyCookie'
import type { WaitingVisit } from './waitingVisit'

/** How long another tab may take to say that it has sent what seems to be gone, in milliseconds. */
const lookAgainAfter = 250

/** A store that knows what it has lost. */
export interface TalliedStore extends VisitStore {
  /** The visits that waited here and are gone, until a person has seen it. */
  lost: () => Tally | null
  lossSeen: () => void
}

/**
 * A store of one business's visits beside which their number is kept, where the browser leaves it when it throws away the
 * rest: then that visits are lost is at least told. Whatever happens in between, no more are counted than are stored, so that
 * none is missed that was sent.
 */
export function tallied<Store extends VisitStore>(
  store: Store,
  businessId: string,
  jar: TallyJar = tallyCookie(businessId),
): Store & TalliedStore {
  const rows = () => store.all(businessId)
  let looked: Promise<void> | null = null
  const look = () => {
    looked ??= lookForLoss(rows, jar).catch(() => undefined)
    return looked
  }
  const count = () => void countAgain(rows, jar).catch(() => undefined)
  return {
    ...store,
    put: async (visit) => {
      await look()
      await store.put(visit)
      count()
    },
    remove: async (key) => {
      await look()
      const others = (await rows()).filter((row) => row.key !== key)
      jar.write({ ...jar.read(), waiting: tallyOf(others) })
      await store.remove(key)
      count()
    },
    all: async (ofBusiness) => {
      await look()
      return store.all(ofBusiness)
    },
    lost: () => jar.read().lost,
    lossSeen: () => jar.write({ ...jar.read(), lost: null }),
  }
}

/** Notes what was counted before and is no longer there: twice missed, since another tab may be about to say where it went. */
async function lookForLoss(rows: () => Promise<WaitingVisit[]>, jar: TallyJar): Promise<void> {
  if (!(await missing(rows, jar))) return
  await new Promise((resolve) => setTimeout(resolve, lookAgainAfter))
  const gone = await missing(rows, jar)
  if (!gone) return
  const { waiting, lost } = jar.read()
  const left = (waiting?.count ?? 0) - gone.count
  jar.write({ waiting: waiting && left > 0 ? { ...waiting, count: left } : null, lost: together(lost, gone) })
}

/** How many more were counted than are there, by a count that did not change meanwhile. */
async function missing(rows: () => Promise<WaitingVisit[]>, jar: TallyJar): Promise<Tally | null> {
  for (;;) {
    const { waiting } = jar.read()
    if (!waiting) return null
    const there = await rows()
    const count = waiting.count - there.length
    if (jar.read().waiting?.count === waiting.count) return count > 0 ? { ...waiting, count } : null
  }
}

/** Counts what is there until nothing has changed meanwhile: other tabs put and remove as well. */
async function countAgain(rows: () => Promise<WaitingVisit[]>, jar: TallyJar): Promise<void> {
  for (let before = await rows(); ; ) {
    jar.write({ ...jar.read(), waiting: tallyOf(before) })
    const after = await rows()
    if (after.map(({ key }) => key).join() === before.map(({ key }) => key).join()) return
    before = after
  }
}

function tallyOf(visits: readonly WaitingVisit[]): Tally | null {
  if (visits.length === 0) return null
  const times = visits.map(({ scannedAt }) => scannedAt)
  return { count: visits.length, since: Math.min(...times), until: Math.max(...times) }
}

function together(one: Tally | null, other: Tally): Tally {
  if (!one) return other
  return {
    count: one.count + other.count,
    since: Math.min(one.since, other.since),
    until: Math.max(one.until, other.until),
  }
}
