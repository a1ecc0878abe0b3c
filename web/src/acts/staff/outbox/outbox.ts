import type { RegisteredVisit } from '@/api/types'
import { newIdempotencyKey } from '@/lib/ids'
import type { LossTrackingStore } from './lossTracking'
import { isSettledRefusal, type OutboxEvent, Sender } from './sender'
import type { VisitStore } from './store'
import type { VisitCount } from './visitCountCookie'
import { isSameSubject, isWaiting, toApiError, type VisitRequest, type WaitingVisit } from './waitingVisit'

/** How many visits one device keeps without an answer, and for how long: older ones the server would put on another day. */
export const maxVisits = 500
export const maxAge = 72 * 60 * 60_000

/** How long somebody at the counter waits for an answer before the visit is told as kept, in milliseconds. */
const responseTimeout = 3_000

/** What came of a visit, so far as somebody waits for it. */
export type VisitOutcome = Extract<OutboxEvent, { type: 'kept' | 'registered' }>

interface OutboxOptions {
  businessId: string
  /** Who is signed in, by e-mail, and whether that person may allow a further visit on one day. */
  by: string
  mayAuthorise?: boolean
  store: VisitStore & { isSafe?: () => boolean } & Partial<
      Pick<LossTrackingStore, 'lostVisits' | 'acknowledgeLoss'>
    >
  send: (visit: WaitingVisit) => Promise<RegisteredVisit>
  runExclusive?: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Opens what the tabs of this device speak through. */
  openChannel?: () => BroadcastChannel | null
  newKey?: () => string
  now?: () => number
  pauses?: readonly number[]
}

/** Why the outbox takes no further visit. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull'
  constructor(readonly why: 'many' | 'old') {
    super(why)
  }
}

/**
 * The visits of a business that happened at this device and have no answer yet. One is stored before anybody is told of it;
 * from then on it is sent until the server has answered, whichever screen is open and however often the app is closed.
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

  constructor(options: OutboxOptions) {
    this.#options = {
      mayAuthorise: true,
      runExclusive: (work) => work(),
      openChannel: () => null,
      newKey: newIdempotencyKey,
      now: Date.now,
      pauses: [500, 1500, 4000, 10_000],
      ...options,
    }
    const notify = (event: OutboxEvent) => this.#notify(event)
    this.#sender = new Sender({ ...this.#options, all: () => this.#restored(), notify })
  }

  /** Takes up what earlier pages left, and goes on sending. */
  start(): void {
    this.#channel = this.#options.openChannel()
    if (this.#channel)
      this.#channel.onmessage = ({ data }: MessageEvent<OutboxEvent | null>) => this.#receive(data)
    this.#ready = this.#read()
    this.#sender.start()
    void this.#ready.then(() => this.#sender.flush())
  }

  /** Sends nothing more from here; what waits stays on the device. */
  stop(): void {
    this.#sender.stop()
    this.#channel?.close()
    this.#channel = null
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Sends what waits now, because the network or somebody is back. */
  flush(): void {
    if (this.#rows.some(isWaiting)) void this.#sender.flush()
  }

  /** A call has come through: what was cut off may be sent again. */
  retryIfOffline(): void {
    if (this.#sender.isOffline) this.flush()
  }

  /**
   * Keeps a visit and begins to send it. A customer whose visit waits already does not enter again on the same day. Throws
   * OutboxFull when no further one is taken.
   */
  async add(request: VisitRequest): Promise<WaitingVisit> {
    const known = this.#rows.find((row) => this.#isDuplicate(row, request))
    if (known) {
      this.#startTimeout(known)
      this.flush()
      return known
    }
    this.#refuseWhenFull()
    const visit = this.#visitFrom(request)
    this.#set([...this.#rows, visit])
    await this.#put(visit)
    this.#channel?.postMessage(null)
    this.#startTimeout(visit)
    void this.#sender.flush()
    return visit
  }

  /**
   * Keeps a visit and answers what came of it; throws the refusal when the server says no. It is settled with that, unless
   * nobody is there any more to see it.
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

  /** Takes a visit out: a refused one that a person has seen, or one that is given up. */
  async settle(key: string): Promise<void> {
    const visit = this.#rows.find((row) => row.key === key)
    if (!visit) return
    this.#set(this.#rows.filter((row) => row.key !== key))
    await this.#options.store.remove(key)
    this.#notify({ type: 'settled', visit })
  }

  /** Tells what becomes of visits, of other tabs' too; the answer stops it. */
  subscribe(listener: (event: OutboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether the device keeps what is put, so far as is known. */
  isDurable = (): boolean => this.#options.store.isSafe?.() ?? true

  /** The visits that waited on this device and that the browser has thrown away; the same as long as nothing changes. */
  lostVisits = (): VisitCount | null => this.#lostVisits

  /** A person has seen that visits are lost, and need not be told again. */
  acknowledgeLoss(): void {
    this.#options.store.acknowledgeLoss?.()
    this.#set(this.#rows)
    this.#channel?.postMessage(null)
  }

  /** Whose visits they are; empty where only the server knows. */
  get businessId(): string {
    return this.#options.businessId
  }

  /** Resolves when it is known what earlier pages left. */
  get ready(): Promise<void> {
    return this.#ready
  }

  /** The visits without an answer and the refused ones, oldest first; the same list as long as nothing changes. */
  rows = (): readonly WaitingVisit[] => this.#rows

  /** Calls `watcher` when the list changes; the answer stops it. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #visitFrom({ subject, authorized = false, notes = '', name = '', code }: VisitRequest): WaitingVisit {
    const { businessId, by, newKey, now } = this.#options
    const scannedAt = now()
    return {
      schema: 1,
      key: newKey(),
      businessId,
      subject,
      authorized,
      notes,
      name,
      ...(code && { code }),
      by,
      scannedAt,
      refusal: null,
    }
  }

  #isDuplicate(row: WaitingVisit, { subject, authorized = false }: VisitRequest): boolean {
    const waits = isWaiting(row) && row.authorized === authorized && isSameSubject(row.subject, subject)
    return waits && dayOf(row.scannedAt) === dayOf(this.#options.now())
  }

  #refuseWhenFull(): void {
    const waiting = this.#rows.filter(isWaiting)
    if (waiting.length >= maxVisits) throw new OutboxFull('many')
    const [oldest] = waiting
    if (oldest && this.#options.now() - oldest.scannedAt > maxAge) throw new OutboxFull('old')
  }

  /** Nobody waits longer than a moment for an answer, and not at all while there is no network. */
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

  /** What another tab did, or that it changed the list. */
  #receive(event: OutboxEvent | null): void {
    if (event) this.#apply(event)
    else void this.#read()
  }

  #apply(event: OutboxEvent): void {
    const { visit } = event
    clearTimeout(this.#timers.get(visit.key))
    this.#timers.delete(visit.key)
    const others = this.#rows.filter(({ key }) => key !== visit.key)
    if (event.type === 'registered' || event.type === 'settled' || isSettledRefusal(event)) this.#set(others)
    else if (event.type === 'refused') this.#set([...others, { ...visit, refusal: event.refusal }])
    for (const listener of this.#listeners) listener(event)
  }

  async #put(visit: WaitingVisit): Promise<void> {
    const put = this.#options.store.put(visit)
    this.#puts.set(visit.key, put)
    await put.finally(() => this.#puts.delete(visit.key))
  }

  /** Reads what is kept, and once more when something changed meanwhile: an old list must not take the place of a new one. */
  async #read(): Promise<void> {
    const { store, businessId } = this.#options
    for (;;) {
      await Promise.allSettled(this.#puts.values())
      const before = this.#changes
      const rows = await store.all(businessId)
      if (before === this.#changes) return this.#set([...rows, ...this.#missingIn(rows)])
    }
  }

  /**
   * What the device keeps, and what it should: a row goes when something is told of it, and never because the browser has
   * thrown it away. Such a one is written again before it is sent.
   */
  #restored(): Promise<readonly WaitingVisit[]> {
    const { store, businessId } = this.#options
    return store.all(businessId).then((rows) => {
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
    const lost = this.#options.store.lostVisits?.() ?? null
    if (lost?.count !== this.#lostVisits?.count) this.#lostVisits = lost
    for (const watcher of this.#watchers) watcher()
  }
}

/** Whether the server's answer is there, or need not be waited for. */
function isOutcome({ type }: OutboxEvent): boolean {
  return type === 'registered' || type === 'refused' || type === 'kept'
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toDateString()
}
