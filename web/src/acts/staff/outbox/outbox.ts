import type { RegisteredVisit } from '@/api/types'
import { newIdempotencyKey, shortId } from '@/lib/ids'
import { hashId } from './idHash'
import type { LossTrackingStore } from './lossTracking'
import { isSettledRefusal, type OutboxEvent, Sender } from './sender'
import type { VisitStore } from './store'
import type { VisitCount } from './visitCountCookie'
import { isWaiting, toApiError, type VisitRequest, type WaitingVisit } from './waitingVisit'

/**
 * Limits per business on a device. The age is in milliseconds: the server would count an older visit on another day.
 */
export const maxVisits = 500
export const maxAge = 72 * 60 * 60_000

/** Milliseconds after which a visit without a response is reported as kept. */
const responseTimeout = 3_000

export type VisitOutcome = Extract<OutboxEvent, { type: 'kept' | 'registered' }>

interface OutboxOptions {
  businessId: string
  /** E-mail of the signed-in user. */
  by: string
  mayAuthorize?: boolean
  store: VisitStore & { isSafe?: () => boolean } & Partial<
      Pick<LossTrackingStore, 'lostVisits' | 'acknowledgeLoss'>
    >
  send: (visit: WaitingVisit) => Promise<RegisteredVisit>
  runExclusive?: <Result>(work: () => Promise<Result>) => Promise<Result>
  openChannel?: () => BroadcastChannel | null
  newKey?: () => string
  now?: () => number
  pauses?: readonly number[]
}

export class OutboxFull extends Error {
  override readonly name = 'OutboxFull'
  constructor(readonly why: 'many' | 'old') {
    super(why)
  }
}

/**
 * The visits of this device that the server has not confirmed. It stores a visit before it notifies
 * listeners, then sends the visit until the server responds, across page loads.
 */
export class Outbox {
  #options: Required<OutboxOptions>
  #sender: Sender
  #channel: BroadcastChannel | null = null
  #rows: readonly WaitingVisit[] = []
  #lostVisits: VisitCount | null = null
  #ready = Promise.resolve()
  #puts = new Map<string, Promise<void>>()
  #changes = 0
  #listeners = new Set<(event: OutboxEvent) => void>()
  #watchers = new Set<() => void>()
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** Visits with their whole ids, in memory only. With the id, the server need not search for the hash. */
  #wholes = new Map<string, WaitingVisit>()

  constructor(options: OutboxOptions) {
    this.#options = {
      mayAuthorize: true,
      runExclusive: (work) => work(),
      openChannel: () => null,
      newKey: newIdempotencyKey,
      now: Date.now,
      pauses: [500, 1500, 4000, 10_000],
      ...options,
    }
    const notify = (event: OutboxEvent) => this.#notify(event)
    const send = (visit: WaitingVisit) => this.#options.send(this.#toWhole(visit))
    this.#sender = new Sender({ ...this.#options, send, all: () => this.#restored(), notify })
  }

  start(): void {
    this.#channel = this.#options.openChannel()
    if (this.#channel)
      this.#channel.onmessage = ({ data }: MessageEvent<OutboxEvent | null>) => this.#receive(data)
    this.#ready = this.#read()
    this.#sender.start()
    void this.#ready.then(() => this.#sender.flush())
  }

  /** Stops sending. Waiting visits stay on the device. */
  stop(): void {
    this.#sender.stop()
    this.#channel?.close()
    this.#channel = null
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  flush(): void {
    if (this.#rows.some(isWaiting)) void this.#sender.flush()
  }

  /** Called after another request has succeeded: the network is back. */
  retryIfOffline(): void {
    if (this.#sender.isOffline) this.flush()
  }

  /** Adds a visit, or returns the waiting one of the same customer and day. Throws OutboxFull at a limit. */
  async add(request: VisitRequest): Promise<WaitingVisit> {
    const { subject } = request
    const idHash = 'phone' in subject ? '' : hashId(subject.customerId)
    const duplicate = this.#rows.find((row) => this.#isDuplicate(row, request, idHash))
    if (!duplicate) this.#refuseWhenFull()
    const visit = duplicate ?? this.#visitFrom(request, idHash)
    this.#rememberWhole(visit, request, idHash)
    if (!duplicate) {
      this.#set([...this.#rows, visit])
      await this.#put(visit)
      this.#channel?.postMessage(null)
    }
    this.#startTimeout(visit)
    void this.#sender.flush()
    return visit
  }

  /**
   * Registers a visit and waits for its outcome. Throws the server's refusal, and settles the refused visit if
   * the screen still shows it (`isSeen`).
   */
  async register(request: VisitRequest, isSeen: () => boolean): Promise<VisitOutcome> {
    const outcomes: OutboxEvent[] = []
    let onEvent: (event: OutboxEvent) => void = (event) => outcomes.push(event)
    const stop = this.subscribe((event) => onEvent(event))
    try {
      const { key } = await this.add(request)
      const isMine = (event: OutboxEvent) => event.visit.key === key && isOutcome(event)
      const outcome =
        outcomes.find(isMine) ??
        (await new Promise<OutboxEvent>((resolve) => {
          onEvent = (event) => isMine(event) && resolve(event)
        }))
      if (outcome.type === 'refused') {
        if (isSeen()) await this.settle(key)
        throw toApiError(outcome.refusal)
      }
      return outcome as VisitOutcome
    } finally {
      stop()
    }
  }

  /** Removes a visit that the user discards, or whose refusal the user has seen. */
  async settle(key: string): Promise<void> {
    const visit = this.#rows.find((row) => row.key === key)
    if (!visit) return
    this.#set(this.#rows.filter((row) => row.key !== key))
    await this.#options.store.remove(key)
    this.#notify({ type: 'settled', visit })
  }

  /** Receives events; of other tabs, all but `put`. The returned function unsubscribes. */
  subscribe(listener: (event: OutboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** False if the store loses its visits when the page is closed. */
  isDurable = (): boolean => this.#options.store.isSafe?.() ?? true

  /** Returns the same object until it changes. */
  lostVisits = (): VisitCount | null => this.#lostVisits

  acknowledgeLoss(): void {
    this.#options.store.acknowledgeLoss?.()
    this.#set(this.#rows)
    this.#channel?.postMessage(null)
  }

  /** Empty if only the server knows the business of the session. */
  get businessId(): string {
    return this.#options.businessId
  }

  /** Resolves once the visits of earlier pages are loaded. */
  get ready(): Promise<void> {
    return this.#ready
  }

  /** Waiting visits, oldest first, and refused ones. Returns the same list until it changes. */
  rows = (): readonly WaitingVisit[] => this.#rows

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Keeps the first id, because a visit that is sent again must not change. */
  #rememberWhole({ idHash, ...visit }: WaitingVisit, { subject, code }: VisitRequest, hash: string): void {
    if (idHash === hash && !this.#wholes.has(visit.key))
      this.#wholes.set(visit.key, { ...visit, subject, ...(code && { code }) })
  }

  #toWhole(visit: WaitingVisit): WaitingVisit {
    return this.#wholes.get(visit.key) ?? visit
  }

  #visitFrom(request: VisitRequest, idHash: string): WaitingVisit {
    const { authorized = false, notes = '', name = '', recordId, servedBy } = request
    const { businessId, by, newKey, now } = this.#options
    const scannedAt = now()
    return {
      schema: 1,
      key: newKey(),
      businessId,
      ...identityOf(request, idHash),
      authorized,
      notes,
      name,
      ...(recordId && { recordId }),
      ...(servedBy && { servedBy }),
      by,
      scannedAt,
      refusal: null,
    }
  }

  #isDuplicate(row: WaitingVisit, request: VisitRequest, idHash: string): boolean {
    const { authorized = false } = request
    const waits = isWaiting(row) && row.authorized === authorized && isSameCustomer(row, request, idHash)
    return waits && dayOf(row.scannedAt) === dayOf(this.#options.now())
  }

  #refuseWhenFull(): void {
    const waiting = this.#rows.filter(isWaiting)
    if (waiting.length >= maxVisits) throw new OutboxFull('many')
    const oldest = waiting.find((visit) => this.#sender.maySend(visit))
    if (oldest && this.#options.now() - oldest.scannedAt > maxAge) throw new OutboxFull('old')
  }

  /** Reports a visit as kept after responseTimeout, or at once while offline. */
  #startTimeout(visit: WaitingVisit): void {
    this.#apply({ type: 'put', visit })
    const notify = () => this.#notify({ type: 'kept', visit })
    clearTimeout(this.#timers.get(visit.key))
    if (this.#sender.isOffline) notify()
    else this.#timers.set(visit.key, setTimeout(notify, responseTimeout))
  }

  #notify(event: OutboxEvent): void {
    this.#apply(event)
    this.#channel?.postMessage(event)
  }

  /** Receives an event of another tab; null means that the list changed. */
  #receive(event: OutboxEvent | null): void {
    if (event) this.#apply(event)
    else void this.#read()
  }

  #apply(event: OutboxEvent): void {
    const { visit } = event
    const shownEvent = visit.recordId ? event : { ...event, visit: this.#toWhole(visit) }
    clearTimeout(this.#timers.get(visit.key))
    this.#timers.delete(visit.key)
    const others = this.#rows.filter(({ key }) => key !== visit.key)
    if (event.type === 'registered' || event.type === 'settled' || isSettledRefusal(event)) {
      this.#wholes.delete(visit.key)
      this.#set(others)
    } else if (event.type === 'refused') this.#set([...others, { ...visit, refusal: event.refusal }])
    for (const listener of this.#listeners) listener(shownEvent)
  }

  async #put(visit: WaitingVisit): Promise<void> {
    const put = this.#options.store.put(visit)
    this.#puts.set(visit.key, put)
    await put.finally(() => this.#puts.delete(visit.key))
    this.#notifyWatchers() // the store may have become unsafe
  }

  /** Loads the list. Loads again if a visit changed meanwhile, so that an old list replaces no newer one. */
  async #read(): Promise<void> {
    const { store, businessId } = this.#options
    for (;;) {
      await Promise.allSettled(this.#puts.values())
      const before = this.#changes
      const rows = await store.all(businessId)
      if (before === this.#changes) return this.#set([...rows, ...this.#missingIn(rows)])
    }
  }

  /** Stores evicted visits again before they are sent. */
  #restored(): Promise<readonly WaitingVisit[]> {
    const { store, businessId } = this.#options
    return store.all(businessId).then((rows) => {
      this.#notifyWatchers() // the store may be safe again
      const missing = this.#missingIn(rows).filter(({ key }) => !this.#puts.has(key))
      if (missing.length === 0) return rows
      return Promise.all(missing.map((visit) => this.#put(visit))).then(() => [...rows, ...missing])
    })
  }

  #missingIn(rows: readonly WaitingVisit[]): readonly WaitingVisit[] {
    return this.#rows.filter(({ key }) => !rows.some((row) => row.key === key))
  }

  #set(rows: readonly WaitingVisit[]): void {
    this.#changes++
    this.#rows = rows
    const lostVisits = this.#options.store.lostVisits?.() ?? null
    if (lostVisits?.count !== this.#lostVisits?.count) this.#lostVisits = lostVisits
    this.#notifyWatchers()
  }

  #notifyWatchers(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

type Identity = Pick<WaitingVisit, 'subject' | 'scanned' | 'idHash'>

/**
 * The stored identity. Only the id of the snapshot opens no card, so another one is stored as its beginning and its hash,
 * by which the server finds it.
 */
function identityOf({ subject, code, recordId }: VisitRequest, idHash: string): Identity {
  const scanned = code && ({ scanned: true } as const)
  if ('phone' in subject || subject.customerId === recordId) return { subject, ...scanned }
  return { subject: { customerId: recordId ?? shortId(subject.customerId) }, idHash, ...scanned }
}

/** `idHash` is that of the request's subject, which may be stored whole or as the hash. */
function isSameCustomer(row: WaitingVisit, { subject, recordId }: VisitRequest, idHash: string): boolean {
  const isSameRecord = recordId !== undefined && row.recordId === recordId
  return row.idHash === idHash || isSameRecord || JSON.stringify(row.subject) === JSON.stringify(subject)
}

function isOutcome({ type }: OutboxEvent): boolean {
  return type === 'registered' || type === 'refused' || type === 'kept'
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toDateString()
}
