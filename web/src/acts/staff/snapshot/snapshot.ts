import type { SnapshotQuery } from '@/api/snapshot'
import type { KnownCustomer, SnapshotPage } from '@/api/types'
import { fold } from '@/lib/fold'
import type { EncryptedStore } from './encryptedStore'
import { matchRank } from './matchRank'
import { hashQr } from './qrHash'

/** Milliseconds that names are kept without contact to the server. */
const maxAge = 72 * 60 * 60_000

/** Minimum milliseconds between writes of the contact time. */
const writeInterval = 60 * 60_000

interface StoredSnapshot {
  /** Identifies the business and the user. Another user must not see the data. */
  owner: string
  asOf: string
  /** Milliseconds. */
  contactAt: number
  qrKey: string
  qrHashKey: string
  customers: KnownCustomer[]
  form?: number
}

/** The version of the stored format. Data with an older version are fetched again. */
const schemaVersion = 3

interface SnapshotOptions {
  owner: string
  store: EncryptedStore
  fetchPage: (wish: SnapshotQuery) => Promise<SnapshotPage>
  now?: () => number
}

/** `total` counts all matches, `items` only the best. */
interface SearchResult {
  items: KnownCustomer[]
  total: number
}

/**
 * The data that identify customers offline: first names with an initial, last digits of phones, card progress and
 * keyed hashes of QRs. The snapshot is encrypted, belongs to one user, and expires 72 hours after the last contact
 * with the server.
 */
export class Snapshot {
  #options: Required<SnapshotOptions>
  #customers = new Map<string, KnownCustomer>()
  /** Keys are hashes of QR ids; null marks a revoked QR. */
  #qrs = new Map<string, string | null>()
  #folded = new Map<string, string>()
  #asOf: string | null = null
  #hasOldSchema = false
  #contactAt = 0
  #writtenAt = 0
  #qrKey = ''
  #qrHashKey = ''
  /** A cache of the last hash, because a screen looks up one id many times. */
  #hashed: { id: string; hash: string } | null = null
  /** Incremented by close, so that responses to earlier requests are ignored. */
  #generation = 0
  #opening: Promise<void> | null = null
  #refreshing: Promise<void> | null = null
  #watchers = new Set<() => void>()

  constructor(options: SnapshotOptions) {
    this.#options = { now: Date.now, ...options }
  }

  /** Loads the stored data once. Erases expired data and those of another user. */
  open(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Called when the user changes: clears the memory, not the device. */
  close(): void {
    this.#generation++
    this.#opening = null
    this.#refreshing = null
    this.#clear()
  }

  /** Fetches changes. Without a response the data stay until they expire. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh(this.#generation)
    return this.#refreshing
  }

  /** `id` may be the customer's id in the snapshot or their QR's id. */
  get = (id: string): KnownCustomer | null => {
    if (this.#isStale()) return null
    return this.#customers.get(id) ?? this.#customers.get(this.#qrs.get(this.#hash(id)) ?? '') ?? null
  }

  hasEnded(qrId: string): boolean {
    return this.#qrs.get(this.#hash(qrId)) === null
  }

  /** Finds names with the words of the text in any order, best match first. */
  find(text: string, limit: number): SearchResult {
    const search = fold(text)
    if (search === '' || this.#isStale()) return { items: [], total: 0 }
    const nearest: RankedMatch[] = []
    let total = 0
    for (const customer of this.#customers.values()) {
      const rank = matchRank(this.#foldedNameOf(customer), search)
      if (rank === null) continue
      total++
      insertRanked(nearest, { customer, rank }, limit)
    }
    return { items: nearest.map(({ customer }) => customer), total }
  }

  /** The server's time at which the data were current. */
  get asOf(): string | null {
    return this.#asOf
  }

  get qrKey(): string {
    return this.#qrKey
  }

  async erase(): Promise<void> {
    this.#clear()
    await this.#options.store.erase()
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async #open(): Promise<void> {
    const { owner, store } = this.#options
    const generation = this.#generation
    const storedSnapshot = (await store.read()) as StoredSnapshot | null
    if (storedSnapshot === null || generation !== this.#generation) return
    if (storedSnapshot.owner !== owner || this.#isOld(storedSnapshot.contactAt)) return store.erase()
    for (const customer of storedSnapshot.customers) this.#put(customer)
    this.#asOf = storedSnapshot.asOf
    this.#hasOldSchema = storedSnapshot.form !== schemaVersion
    this.#contactAt = storedSnapshot.contactAt
    this.#writtenAt = storedSnapshot.contactAt
    this.#qrKey = storedSnapshot.qrKey
    this.#setHashKey(storedSnapshot.qrHashKey)
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

  /** Fetches all pages. Throws if one is missing, because a part of the changes would look complete. */
  async #fetchPages(): Promise<Pages> {
    const { fetchPage } = this.#options
    const since = this.#hasOldSchema ? null : this.#asOf
    let first = await fetchPage(since === null ? {} : { since })
    // After a change of the key, the stored hashes match no QR.
    if (since !== null && (first.qrHashKey ?? '') !== this.#qrHashKey) first = await fetchPage({})
    const pages: Pages = [first]
    for (let { nextCursor: cursor } = first; cursor !== null; ) {
      const next = await fetchPage({ cursor })
      pages.push(next)
      cursor = next.nextCursor
    }
    return pages
  }

  /** Stores the data after a change, else at most once per writeInterval, because encryption is expensive. */
  async #applyPages(pages: Pages): Promise<void> {
    const { owner, store, now } = this.#options
    const { asOf, qrKey, qrHashKey } = pages.at(-1) ?? pages[0]
    const hasChanged = this.#mergePages(pages) || qrKey !== this.#qrKey
    this.#hasOldSchema = false
    this.#asOf = asOf
    this.#qrKey = qrKey
    this.#setHashKey(qrHashKey)
    this.#contactAt = now()
    if (hasChanged) this.#notify()
    if (!hasChanged && Math.abs(this.#contactAt - this.#writtenAt) < writeInterval) return
    this.#writtenAt = this.#contactAt
    await store.write({
      form: schemaVersion,
      owner,
      asOf,
      qrKey,
      qrHashKey,
      contactAt: this.#contactAt,
      customers: [...this.#customers.values()],
    })
  }

  #mergePages(pages: Pages): boolean {
    const { whole } = pages[0]
    if (whole) this.#clearCustomers()
    const changes = pages.flatMap(({ customers, gone }) => [
      ...customers.filter((customer) => this.#put(customer)),
      ...gone.filter((id) => this.#remove(id)),
    ])
    return whole || changes.length > 0
  }

  #put(customer: KnownCustomer): boolean {
    const { id } = customer
    const before = this.#customers.get(id)
    if (before && JSON.stringify(before) === JSON.stringify(customer)) return false
    this.#customers.set(id, customer)
    this.#folded.delete(id)
    this.#qrs.set(customer.qr, id)
    for (const endedQr of customer.endedQrs ?? []) this.#qrs.set(endedQr, null)
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
    this.#setHashKey('')
    this.#notify()
  }

  /** Sets the key of the hashes. An older server sends none, and the device then recognizes no QRs. */
  #setHashKey(key = ''): void {
    this.#qrHashKey = key
    this.#hashed = null
  }

  #hash(id: string): string {
    if (this.#hashed?.id !== id) this.#hashed = { id, hash: hashQr(id, this.#qrHashKey) }
    return this.#hashed.hash
  }

  #foldedNameOf({ id, name }: KnownCustomer): string {
    const storedName = this.#folded.get(id)
    if (storedName !== undefined) return storedName
    const foldedName = fold(name)
    this.#folded.set(id, foldedName)
    return foldedName
  }

  /** True if the data have expired. Checked at each use, because a page may stay open offline for longer than maxAge. */
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

/** Inserts a match in order and keeps only the best `limit` of possibly thousands. */
function insertRanked(nearest: RankedMatch[], match: RankedMatch, limit: number): void {
  const last = nearest[limit - 1]
  if (last && compareMatches(last, match) <= 0) return
  const at = nearest.findIndex((other) => compareMatches(match, other) < 0)
  nearest.splice(at < 0 ? nearest.length : at, 0, match)
  nearest.splice(limit)
}

function compareMatches(one: RankedMatch, other: RankedMatch): number {
  return one.rank - other.rank || collator.compare(one.customer.name, other.customer.name)
}
