import type { SnapshotQuery } from '@/api/snapshot'
import type { KnownCustomer, SnapshotPage } from '@/api/types'
import { fold } from '@/lib/fold'
import type { EncryptedStore } from './encryptedStore'
import { matchRank } from './matchRank'

/** How long a device that hears nothing from the server keeps names, in milliseconds. */
const maxAge = 72 * 60 * 60_000

/** How long the device may go without being told that the server was heard, in milliseconds. */
const writeInterval = 60 * 60_000

/** What is stored on the device, and whose it is. */
interface StoredSnapshot {
  /** The business and the person: what one was shown is not for the next. */
  owner: string
  asOf: string
  /** When the server was last heard, in milliseconds. */
  contactAt: number
  qrKey: string
  customers: KnownCustomer[]
  /** What the server said of each customer, see `form`. */
  form?: number
}

/** What is stored of a customer: since 2 the initial of the surname as well. All of an earlier form is asked for anew. */
const schemaVersion = 2

interface SnapshotOptions {
  owner: string
  store: EncryptedStore
  fetchPage: (wish: SnapshotQuery) => Promise<SnapshotPage>
  now?: () => number
}

/** Those who match a text, the nearest first, and how many there are. */
interface SearchResult {
  items: KnownCustomer[]
  total: number
}

/**
 * What this device knows the customers of a business by while there is no network: first names with the initial of the
 * surname, the last digits of phones, and where their cards stood. It is stored encrypted, for one person, and goes when the server has not been heard for 72 hours.
 */
export class Snapshot {
  #options: Required<SnapshotOptions>
  #customers = new Map<string, KnownCustomer>()
  /** Whose the QRs are that have been changed; null those that have ended. */
  #qrs = new Map<string, string | null>()
  /** The names as they are compared, so far as somebody has searched. */
  #folded = new Map<string, string>()
  #asOf: string | null = null
  #hasOldSchema = false
  #contactAt = 0
  #writtenAt = 0
  #qrKey = ''
  /** Grows when it is closed: what was asked for before is no longer for whoever is here. */
  #generation = 0
  #opening: Promise<void> | null = null
  #refreshing: Promise<void> | null = null
  #watchers = new Set<() => void>()

  constructor(options: SnapshotOptions) {
    this.#options = { now: Date.now, ...options }
  }

  /** Takes up what the device has stored, once, if it is this person's and not too old; what is not, goes. */
  open(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Lets go of all that is known, because somebody else is here or nobody. The device keeps what it has. */
  close(): void {
    this.#generation++
    this.#opening = null
    this.#refreshing = null
    this.#clear()
  }

  /** Asks the server for what has changed; without an answer all stays as it was, as long as it may. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh(this.#generation)
    return this.#refreshing
  }

  /** The customer, by her id or her QR's, if this device knows her. */
  get = (id: string): KnownCustomer | null =>
    this.#isStale() ? null : (this.#customers.get(this.#qrs.get(id) ?? id) ?? null)

  /** Whether somebody has changed the QR that said this: it is good no longer. */
  hasEnded(qrId: string): boolean {
    return this.#qrs.get(qrId) === null
  }

  /** Those whose name has the words of the text, in any order, the nearest first. */
  find(text: string, limit: number): SearchResult {
    const wanted = fold(text)
    if (wanted === '' || this.#isStale()) return { items: [], total: 0 }
    const nearest: RankedMatch[] = []
    let total = 0
    for (const customer of this.#customers.values()) {
      const rank = matchRank(this.#foldedNameOf(customer), wanted)
      if (rank === null) continue
      total++
      insertRanked(nearest, { customer, rank }, limit)
    }
    return { items: nearest.map(({ customer }) => customer), total }
  }

  /** When the server said what is known; null while nothing is. */
  get asOf(): string | null {
    return this.#asOf
  }

  /** What verifies the signatures of the business's QRs; empty while it is not known. */
  get qrKey(): string {
    return this.#qrKey
  }

  /** Erases all of it, on the device too. */
  async erase(): Promise<void> {
    this.#clear()
    await this.#options.store.erase()
  }

  /** Calls `watcher` when something has become known; the answer stops it. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async #open(): Promise<void> {
    const { owner, store } = this.#options
    const generation = this.#generation
    const stored = (await store.read()) as StoredSnapshot | null
    if (stored === null || generation !== this.#generation) return
    if (stored.owner !== owner || this.#isOld(stored.contactAt)) return store.erase()
    for (const customer of stored.customers) this.#put(customer)
    this.#asOf = stored.asOf
    this.#hasOldSchema = stored.form !== schemaVersion
    this.#contactAt = stored.contactAt
    this.#writtenAt = stored.contactAt
    this.#qrKey = stored.qrKey
    this.#notify()
  }

  async #refresh(generation: number): Promise<void> {
    try {
      await this.open()
      const pages = await this.#fetchPages()
      if (generation === this.#generation) await this.#applyPages(pages)
    } catch {
      if (generation === this.#generation && this.#isStale()) await this.erase()
    } finally {
      if (generation === this.#generation) this.#refreshing = null
    }
  }

  /** All pages, or none: half of what has changed would pass for the whole. */
  async #fetchPages(): Promise<Pages> {
    const { fetchPage } = this.#options
    const since = this.#hasOldSchema ? null : this.#asOf
    const first = await fetchPage(since === null ? {} : { since })
    const pages: Pages = [first]
    for (let { nextCursor: cursor } = first; cursor !== null; ) {
      const next = await fetchPage({ cursor })
      pages.push(next)
      cursor = next.nextCursor
    }
    return pages
  }

  /** Sealing takes longer than all else here: it waits until something is new. */
  async #applyPages(pages: Pages): Promise<void> {
    const { owner, store, now } = this.#options
    const { asOf, qrKey } = pages.at(-1) ?? pages[0]
    const hasChanged = this.#mergePages(pages) || qrKey !== this.#qrKey
    this.#hasOldSchema = false
    this.#asOf = asOf
    this.#qrKey = qrKey
    this.#contactAt = now()
    if (hasChanged) this.#notify()
    if (!hasChanged && Math.abs(this.#contactAt - this.#writtenAt) < writeInterval) return
    this.#writtenAt = this.#contactAt
    await store.write({
      form: schemaVersion,
      owner,
      asOf,
      qrKey,
      contactAt: this.#contactAt,
      customers: [...this.#customers.values()],
    })
  }

  /** Takes in what the pages say; answers whether that is other than what was known. */
  #mergePages(pages: Pages): boolean {
    const { whole } = pages[0]
    if (whole) this.#clearCustomers()
    const changed = pages.flatMap(({ customers, gone }) => [
      ...customers.filter((customer) => this.#put(customer)),
      ...gone.filter((id) => this.#remove(id)),
    ])
    return whole || changed.length > 0
  }

  #put(customer: KnownCustomer): boolean {
    const { id } = customer
    const before = this.#customers.get(id)
    if (before && JSON.stringify(before) === JSON.stringify(customer)) return false
    this.#customers.set(id, customer)
    this.#folded.delete(id)
    if (customer.qrId) this.#qrs.set(customer.qrId, id)
    for (const ended of customer.endedQrs ?? []) this.#qrs.set(ended, null)
    return true
  }

  #remove(id: string): boolean {
    this.#folded.delete(id)
    return this.#customers.delete(id)
  }

  #clearCustomers(): void {
    this.#customers = new Map()
    this.#folded = new Map()
    this.#qrs = new Map()
  }

  #clear(): void {
    this.#clearCustomers()
    this.#asOf = null
    this.#hasOldSchema = false
    this.#qrKey = ''
    this.#notify()
  }

  #foldedNameOf({ id, name }: KnownCustomer): string {
    const stored = this.#folded.get(id)
    if (stored !== undefined) return stored
    const folded = fold(name)
    this.#folded.set(id, folded)
    return folded
  }

  /** A page may stay open without a network for longer than names may. */
  #isStale(): boolean {
    return this.#asOf !== null && this.#isOld(this.#contactAt)
  }

  #isOld(contactAt: number): boolean {
    return Math.abs(this.#options.now() - contactAt) > maxAge
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

type Pages = [SnapshotPage, ...SnapshotPage[]]

interface RankedMatch {
  customer: KnownCustomer
  rank: number
}

const collator = new Intl.Collator()

/** Of thousands who match a few are shown: only those are put in order. */
function insertRanked(nearest: RankedMatch[], found: RankedMatch, limit: number): void {
  const last = nearest[limit - 1]
  if (last && compareMatches(last, found) <= 0) return
  const at = nearest.findIndex((other) => compareMatches(found, other) < 0)
  nearest.splice(at < 0 ? nearest.length : at, 0, found)
  nearest.splice(limit)
}

function compareMatches(one: RankedMatch, other: RankedMatch): number {
  return one.rank - other.rank || collator.compare(one.customer.name, other.customer.name)
}
