import type { SnapshotWish } from '@/api/snapshot'
import type { KnownCustomer, SnapshotPage } from '@/api/types'
import { fold } from '@/lib/fold'
import type { Vault } from './vault'

/** How long a device that hears nothing from the server keeps names, in milliseconds. */
const longest = 72 * 60 * 60_000

/** What is kept on the device, and whose it is. */
interface Kept {
  /** The business and the person: what one was shown is not for the next. */
  owner: string
  asOf: string
  /** When the server was last heard, in milliseconds. */
  contactAt: number
  qrKey: string
  customers: KnownCustomer[]
}

interface SnapshotOptions {
  owner: string
  vault: Vault
  fetchPage: (wish: SnapshotWish) => Promise<SnapshotPage>
  now?: () => number
}

/**
 * What this device knows the customers of a business by while there is no network: first names and where their cards
 * stood. It is kept encrypted, for one person, and goes when the server has not been heard for 72 hours.
 */
export class Snapshot {
  #options: Required<SnapshotOptions>
  #known = new Map<string, KnownCustomer>()
  #asOf: string | null = null
  #contactAt = 0
  #qrKey = ''
  #refreshing: Promise<void> | null = null
  #watchers = new Set<() => void>()

  constructor(options: SnapshotOptions) {
    this.#options = { now: Date.now, ...options }
  }

  /** Takes up what the device has kept, if it is this person's and not too old; what is not, goes. */
  async open(): Promise<void> {
    const kept = (await this.#options.vault.read()) as Kept | null
    if (this.#asOf !== null || kept === null) return
    if (kept.owner !== this.#options.owner || this.#isOld(kept.contactAt)) {
      await this.#options.vault.erase()
      return
    }
    this.#take(kept)
  }

  /** Asks the server for what has changed; without an answer all stays as it was, as long as it may. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh()
      .catch(() => (this.#isOld(this.#contactAt) ? this.forget() : undefined))
      .finally(() => {
        this.#refreshing = null
      })
    return this.#refreshing
  }

  /** The customer, if this device knows her. */
  one = (id: string): KnownCustomer | null => (this.#isStale() ? null : (this.#known.get(id) ?? null))

  /** Those whose first name begins with the text, or holds it. */
  find(text: string, limit: number): { items: KnownCustomer[]; total: number } {
    const wanted = fold(text)
    if (wanted === '' || this.#isStale()) return { items: [], total: 0 }
    const found = [...this.#known.values()].filter(({ name }) => fold(name).includes(wanted))
    const begins = ({ name }: KnownCustomer) => (fold(name).startsWith(wanted) ? 0 : 1)
    const items = found.sort(
      (one, other) => begins(one) - begins(other) || one.name.localeCompare(other.name),
    )
    return { items: items.slice(0, limit), total: found.length }
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
    this.#known = new Map()
    this.#asOf = null
    this.#qrKey = ''
    this.#tell()
    await this.#options.vault.erase()
  }

  /** Calls `watcher` when something has become known; the answer stops it. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async #refresh(): Promise<void> {
    const { owner, vault, fetchPage, now } = this.#options
    const first = await fetchPage(this.#asOf === null ? {} : { since: this.#asOf })
    const known = first.whole ? new Map<string, KnownCustomer>() : new Map(this.#known)
    let page = first
    for (;;) {
      for (const customer of page.customers) known.set(customer.id, customer)
      for (const id of page.gone) known.delete(id)
      if (page.nextCursor === null) break
      page = await fetchPage({ cursor: page.nextCursor })
    }
    const { asOf, qrKey } = page
    const kept = { owner, asOf, qrKey, contactAt: now(), customers: [...known.values()] }
    this.#take(kept)
    await vault.write(kept)
  }

  #take({ asOf, contactAt, qrKey, customers }: Kept): void {
    this.#known = new Map(customers.map((customer) => [customer.id, customer]))
    this.#asOf = asOf
    this.#contactAt = contactAt
    this.#qrKey = qrKey
    this.#tell()
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
