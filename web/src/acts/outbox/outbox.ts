import type { RegisteredVisit } from '@/api/types'
import { newIdempotencyKey } from '@/lib/ids'
import { isSettled, type OutboxEvent, Sender } from './sender'
import type { VisitStore } from './store'
import { errorOf, isSame, type VisitRequest, type WaitingVisit } from './waitingVisit'

/** How many visits one device keeps without an answer, and for how long: older ones the server would put on another day. */
export const mostVisits = 500
export const longest = 72 * 60 * 60_000

/** How long somebody at the counter waits for an answer before the visit is told as kept, in milliseconds. */
const patience = 3_000

/** What came of a visit, so far as somebody waits for it. */
export type VisitOutcome = Extract<OutboxEvent, { type: 'kept' | 'registered' }>

interface OutboxOptions {
  businessId: string
  /** Who is signed in, by e-mail, and whether that person may allow a further visit on one day. */
  by: string
  mayAuthorise?: boolean
  store: VisitStore & { isSafe?: () => boolean }
  send: (visit: WaitingVisit) => Promise<RegisteredVisit>
  alone?: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Between the tabs of this device. */
  channel?: BroadcastChannel | null
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
  #rows: readonly WaitingVisit[] = []
  #ready = Promise.resolve()
  #puts = new Set<Promise<void>>()
  #changes = 0
  #listeners = new Set<(event: OutboxEvent) => void>()
  #watchers = new Set<() => void>()
  #patience = new Map<string, ReturnType<typeof setTimeout>>()

  constructor(options: OutboxOptions) {
    this.#options = {
      mayAuthorise: true,
      alone: (work) => work(),
      channel: null,
      newKey: newIdempotencyKey,
      now: Date.now,
      pauses: [500, 1500, 4000, 10_000],
      ...options,
    }
    this.#sender = new Sender({ ...this.#options, tell: (event) => this.#tell(event) })
  }

  /** Takes up what earlier pages left, and goes on sending. */
  start(): void {
    const { channel } = this.#options
    if (channel) channel.onmessage = ({ data }: MessageEvent<OutboxEvent | null>) => this.#hear(data)
    this.#ready = this.#read()
    void this.#ready.then(() => this.#sender.flush())
  }

  /** Sends nothing more from here; what waits stays on the device. */
  stop(): void {
    this.#sender.stop()
    const { channel } = this.#options
    if (channel) channel.onmessage = null
    for (const timer of this.#patience.values()) clearTimeout(timer)
    this.#patience.clear()
  }

  /** Sends what waits now, because the network or somebody is back. */
  flush(): void {
    if (this.#rows.some(({ refusal }) => refusal === null)) void this.#sender.flush()
  }

  /** A call has come through: what was cut off may be sent again. */
  reached(): void {
    if (this.#sender.cutOff) this.flush()
  }

  /**
   * Keeps a visit and begins to send it. A customer whose visit waits already does not enter again on the same day. Throws
   * OutboxFull when no further one is taken.
   */
  async add(request: VisitRequest): Promise<WaitingVisit> {
    const known = this.#rows.find((row) => this.#isTheSame(row, request))
    if (known) {
      this.#wait(known)
      this.flush()
      return known
    }
    this.#refuseWhenFull()
    const visit = this.#visitFrom(request)
    this.#set([...this.#rows, visit])
    await this.#put(visit)
    this.#options.channel?.postMessage(null)
    this.#wait(visit)
    void this.#sender.flush()
    return visit
  }

  /**
   * Keeps a visit and answers what came of it; throws the refusal when the server says no. It is settled with that, unless
   * nobody is there any more to see it.
   */
  async register(request: VisitRequest, isSeen: () => boolean): Promise<VisitOutcome> {
    const outcomes: OutboxEvent[] = []
    let heard: (event: OutboxEvent) => void = (event) => outcomes.push(event)
    const stop = this.subscribe((event) => heard(event))
    try {
      const { key } = await this.add(request)
      const isMine = (event: OutboxEvent) => event.visit.key === key && event.type !== 'put'
      const outcome =
        outcomes.find(isMine) ??
        (await new Promise<OutboxEvent>((resolve) => {
          heard = (event) => isMine(event) && resolve(event)
        }))
      if (outcome.type === 'refused') {
        if (isSeen()) await this.settle(key)
        throw errorOf(outcome.refusal)
      }
      return outcome as VisitOutcome
    } finally {
      stop()
    }
  }

  /** Takes a visit out: a refused one that a person has seen, or one that is given up. */
  async settle(key: string): Promise<void> {
    this.#set(this.#rows.filter((row) => row.key !== key))
    await this.#options.store.remove(key)
    this.#options.channel?.postMessage(null)
  }

  /** Tells what becomes of visits, of other tabs' too; the answer stops it. */
  subscribe(listener: (event: OutboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether the device keeps what is put, so far as is known. */
  isSafe = (): boolean => this.#options.store.isSafe?.() ?? true

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

  #visitFrom({ subject, authorized = false, notes = '', name = '' }: VisitRequest): WaitingVisit {
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
      by,
      scannedAt,
      refusal: null,
    }
  }

  #isTheSame(row: WaitingVisit, { subject, authorized = false }: VisitRequest): boolean {
    const waits = row.refusal === null && row.authorized === authorized && isSame(row.subject, subject)
    return waits && dayOf(row.scannedAt) === dayOf(this.#options.now())
  }

  #refuseWhenFull(): void {
    const waiting = this.#rows.filter(({ refusal }) => refusal === null)
    if (waiting.length >= mostVisits) throw new OutboxFull('many')
    const [oldest] = waiting
    if (oldest && this.#options.now() - oldest.scannedAt > longest) throw new OutboxFull('old')
  }

  /** Nobody waits longer than a moment for an answer, and not at all while there is no network. */
  #wait(visit: WaitingVisit): void {
    this.#take({ type: 'put', visit })
    const tell = () => this.#tell({ type: 'kept', visit })
    clearTimeout(this.#patience.get(visit.key))
    if (this.#sender.cutOff) tell()
    else this.#patience.set(visit.key, setTimeout(tell, patience))
  }

  #tell(event: OutboxEvent): void {
    this.#take(event)
    this.#options.channel?.postMessage(event)
  }

  /** What another tab did, or that it changed the list. */
  #hear(event: OutboxEvent | null): void {
    if (event) this.#take(event)
    else void this.#read()
  }

  #take(event: OutboxEvent): void {
    const { visit } = event
    clearTimeout(this.#patience.get(visit.key))
    this.#patience.delete(visit.key)
    const others = this.#rows.filter(({ key }) => key !== visit.key)
    if (event.type === 'registered' || isSettled(event)) this.#set(others)
    else if (event.type === 'refused') this.#set([...others, { ...visit, refusal: event.refusal }])
    for (const listener of this.#listeners) listener(event)
  }

  async #put(visit: WaitingVisit): Promise<void> {
    const put = this.#options.store.put(visit)
    this.#puts.add(put)
    await put.finally(() => this.#puts.delete(put))
  }

  /** Reads what is kept, and once more when something changed meanwhile: an old list must not take the place of a new one. */
  async #read(): Promise<void> {
    const { store, businessId } = this.#options
    for (;;) {
      await Promise.allSettled(this.#puts)
      const before = this.#changes
      const rows = await store.all(businessId)
      if (before === this.#changes) return this.#set(rows)
    }
  }

  #set(rows: readonly WaitingVisit[]): void {
    this.#changes++
    this.#rows = rows
    for (const watcher of this.#watchers) watcher()
  }
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toDateString()
}
