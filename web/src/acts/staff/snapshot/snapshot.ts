import type { SnapshotQuery } from '@/api/snapshot'
import type { KnownCustomer, SnapshotPage } from '@/api/types'
import { fold } from '@/lib/fold'
import { nearness } from './nearness'
import type { Vault } from './vault'

/** How long a device that hears nothing from the server keeps names, in milliseconds. */
const longest = 72 * 60 * 60_000

/** How long the device may go without being told that the server was heard, in milliseconds. */
const sealEvery = 60 * 60_000

/** What is kept on the device, and whose it is. */
interface Kept {
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

/** What is kept of a customer: since 2 the initial of the surname as well. All of an earlier form is asked for anew. */
const form = 2

interface SnapshotOptions {
  owner: string
  vault: Vault
  fetchPage: (wish: SnapshotQuery) => Promise<SnapshotPage>
  now?: () => number
}

/** Those who match a text, the nearest first, and how many there are. */
interface Found {
  items: KnownCustomer[]
  total: number
}

/**
 * What this device knows the customers of a business by while there is no network: first names with the initial of the
 * surname, the last digits of phones, and where their cards stood. It is kept encrypted, for one person, and goes when the server has not been heard for 72 hours.
 */
export class Snapshot {
  #options: Required<SnapshotOptions>
  #known = new Map<string, KnownCustomer>()
  /** Whose the QRs are that have been changed; null those that have ended. */
  #qrs = new Map<string, string | null>()
  /** The names as they are compared, so far as somebody has searched. */
  #folded = new Map<string, string>()
  #asOf: string | null = null
  #isOfEarlierForm = false
  #contactAt = 0
  #sealedAt = 0
  #qrKey = ''
  /** Grows when it is closed: what was asked for before is no longer for whoever is here. */
  #term = 0
  #opening: Promise<void> | null = null
  #refreshing: Promise<void> | null = null
  #watchers = new Set<() => void>()

  constructor(options: SnapshotOptions) {
    this.#options = { now: Date.now, ...options }
  }

  /** Takes up what the device has kept, once, if it is this person's and not too old; what is not, goes. */
  open(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Lets go of all that is known, because somebody else is here or nobody. The device keeps what it has. */
  close(): void {
    this.#term++
    this.#opening = null
    this.#refreshing = null
    this.#drop()
  }

  /** Asks the server for what has changed; without an answer all stays as it was, as long as it may. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh(this.#term)
    return this.#refreshing
  }

  /** The customer, by her id or her QR's, if this device knows her. */
  one = (id: string): KnownCustomer | null =>
    this.#isStale() ? null : (this.#known.get(this.#qrs.get(id) ?? id) ?? null)

  /** Whether somebody has changed the QR that said this: it is good no longer. */
  hasEnded(qrId: string): boolean {
    return this.#qrs.get(qrId) === null
  }

  /** Those whose name has the words of the text, in any order, the nearest first. */
  find(text: string, limit: number): Found {
    const wanted = fold(text)
    if (wanted === '' || this.#isStale()) return { items: [], total: 0 }
    const nearest: Near[] = []
    let total = 0
    for (const customer of this.#known.values()) {
      const rank = nearness(this.#foldedNameOf(customer), wanted)
      if (rank === null) continue
      total++
      putNearest(nearest, { customer, rank }, limit)
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
  async forget(): Promise<void> {
    this.#drop()
    await this.#options.vault.erase()
  }

  /** Calls `watcher` when something has become known; the answer stops it. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async #open(): Promise<void> {
    const { owner, vault } = this.#options
    const term = this.#term
    const kept = (await vault.read()) as Kept | null
    if (kept === null || term !== this.#term) return
    if (kept.owner !== owner || this.#isOld(kept.contactAt)) return vault.erase()
    for (const customer of kept.customers) this.#put(customer)
    this.#asOf = kept.asOf
    this.#isOfEarlierForm = kept.form !== form
    this.#contactAt = kept.contactAt
    this.#sealedAt = kept.contactAt
    this.#qrKey = kept.qrKey
    this.#tell()
  }

  async #refresh(term: number): Promise<void> {
    try {
      await this.open()
      const pages = await this.#fetchPages()
      if (term === this.#term) await this.#learn(pages)
    } catch {
      if (term === this.#term && this.#isStale()) await this.forget()
    } finally {
      if (term === this.#term) this.#refreshing = null
    }
  }

  /** All pages, or none: half of what has changed would pass for the whole. */
  async #fetchPages(): Promise<Pages> {
    const { fetchPage } = this.#options
    const since = this.#isOfEarlierForm ? null : this.#asOf
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
  async #learn(pages: Pages): Promise<void> {
    const { owner, vault, now } = this.#options
    const { asOf, qrKey } = pages.at(-1) ?? pages[0]
    const isNews = this.#takeIn(pages) || qrKey !== this.#qrKey
    this.#isOfEarlierForm = false
    this.#asOf = asOf
    this.#qrKey = qrKey
    this.#contactAt = now()
    if (isNews) this.#tell()
    if (!isNews && Math.abs(this.#contactAt - this.#sealedAt) < sealEvery) return
    this.#sealedAt = this.#contactAt
    await vault.write({
      form,
      owner,
      asOf,
      qrKey,
      contactAt: this.#contactAt,
      customers: [...this.#known.values()],
    })
  }

  /** Takes in what the pages say; answers whether that is other than what was known. */
  #takeIn(pages: Pages): boolean {
    const { whole } = pages[0]
    if (whole) this.#empty()
    const news = pages.flatMap(({ customers, gone }) => [
      ...customers.filter((customer) => this.#put(customer)),
      ...gone.filter((id) => this.#remove(id)),
    ])
    return whole || news.length > 0
  }

  #put(customer: KnownCustomer): boolean {
    const { id } = customer
    const before = this.#known.get(id)
    if (before && JSON.stringify(before) === JSON.stringify(customer)) return false
    this.#known.set(id, customer)
    this.#folded.delete(id)
    if (customer.qrId) this.#qrs.set(customer.qrId, id)
    for (const ended of customer.endedQrs ?? []) this.#qrs.set(ended, null)
    return true
  }

  #remove(id: string): boolean {
    this.#folded.delete(id)
    return this.#known.delete(id)
  }

  #empty(): void {
    this.#known = new Map()
    this.#folded = new Map()
    this.#qrs = new Map()
  }

  #drop(): void {
    this.#empty()
    this.#asOf = null
    this.#isOfEarlierForm = false
    this.#qrKey = ''
    this.#tell()
  }

  #foldedNameOf({ id, name }: KnownCustomer): string {
    const kept = this.#folded.get(id)
    if (kept !== undefined) return kept
    const folded = fold(name)
    this.#folded.set(id, folded)
    return folded
  }

  /** A page may stay open without a network for longer than names may. */
  #isStale(): boolean {
    return this.#asOf !== null && this.#isOld(this.#contactAt)
  }

  #isOld(contactAt: number): boolean {
    return Math.abs(this.#options.now() - contactAt) > longest
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

type Pages = [SnapshotPage, ...SnapshotPage[]]

interface Near {
  customer: KnownCustomer
  rank: number
}

const alphabet = new Intl.Collator()

/** Of thousands who match a few are shown: only those are put in order. */
function putNearest(nearest: Near[], found: Near, limit: number): void {
  const last = nearest[limit - 1]
  if (last && byNearness(last, found) <= 0) return
  const at = nearest.findIndex((other) => byNearness(found, other) < 0)
  nearest.splice(at < 0 ? nearest.length : at, 0, found)
  nearest.splice(limit)
}

function byNearness(one: Near, other: Near): number {
  return one.rank - other.rank || alphabet.compare(one.customer.name, other.customer.name)
}
