import { sameDayVisitCode } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import type { VisitStore } from './store'
import { isFailure, isRefusal } from './visitResponses'
import { isWaiting, type Refusal, toRefusal, type WaitingVisit } from './waitingVisit'

/** What became of a visit. */
export type OutboxEvent =
  /** It is on the device, and its answer is waited for. */
  | { type: 'put'; visit: WaitingVisit }
  /** There is no answer yet, and nobody has to wait for it: it is kept, and sent again by itself. */
  | { type: 'kept'; visit: WaitingVisit }
  /** `at` is when the answer came, in milliseconds. */
  | { type: 'registered'; visit: WaitingVisit; answer: RegisteredVisit; at: number }
  /** The server said no. The visit stays in the tray until a person has settled it. */
  | { type: 'refused'; visit: WaitingVisit; refusal: Refusal }
  /** A person has seen that it was refused, or has given it up. */
  | { type: 'settled'; visit: WaitingVisit }

/**
 * Whether a refusal leaves nothing to settle: our server says by its code that the day has its stamp. Any other conflict
 * keeps the visit in the tray, since a stamp may be missing.
 */
export function isSettledRefusal(event: OutboxEvent): boolean {
  return event.type === 'refused' && !event.visit.authorized && event.refusal.code === sameDayVisitCode
}

/**
 * How long a tab sends before another one may, in milliseconds. With the longest call it is less than a tab waits for
 * another one: only one that sleeps is passed over.
 */
const turnDuration = 4_000

interface SenderOptions {
  store: VisitStore
  /** The visits of the business, also those of which the browser has lost its copy. */
  all: () => Promise<readonly WaitingVisit[]>
  send: (visit: WaitingVisit) => Promise<RegisteredVisit>
  notify: (event: OutboxEvent) => void
  /** Runs the work while no other tab does. */
  runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>
  now: () => number
  /** Whether whoever is signed in may allow a further visit on one day; else those wait for somebody who may. */
  mayAuthorise: boolean
  /** Milliseconds before each further try; the last one goes on. */
  pauses: readonly number[]
}

/**
 * Sends what waits, oldest first, one after the other. A visit keeps its key over all its tries and leaves the store only
 * when the server has answered it, so nothing that happens in between loses one or counts it twice.
 */
export class Sender {
  #options: SenderOptions
  #running: Promise<void> | null = null
  #again = false
  #stopped = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Whether the last try got no answer. */
  get isOffline(): boolean {
    return this.#failures > 0
  }

  /** Sends what waits now; whoever asks while it does has the store looked at once more. */
  flush(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#again = true
    clearTimeout(this.#timer)
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Lets `flush` send again after a stop. */
  start(): void {
    this.#stopped = false
  }

  /** Sends nothing more; what waits is sent when this starts again. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      clearTimeout(this.#timer)
      await this.#sendAll()
    }
  }

  async #sendAll(): Promise<void> {
    const failed = new Set<string>()
    while ((await this.#options.runExclusive(() => this.#takeTurn(failed))) === 'more');
  }

  /** Sends for a while, and answers whether more waits: what failed in an earlier turn is not tried again in this pass. */
  async #takeTurn(failed: Set<string>): Promise<'more' | 'done'> {
    const { all, mayAuthorise, now } = this.#options
    const begun = now()
    for (const visit of await all()) {
      if (this.#stopped) return 'done'
      if (!isWaiting(visit) || (visit.authorized && !mayAuthorise) || failed.has(visit.key)) continue
      if (Math.abs(now() - begun) >= turnDuration) return 'more'
      const outcome = await this.#sendOne(visit)
      if (outcome === 'unreachable') {
        this.#scheduleRetry()
        return 'done'
      }
      if (outcome === 'failed') failed.add(visit.key)
    }
    if (failed.size > 0) this.#scheduleRetry()
    else this.#failures = 0
    return 'done'
  }

  async #sendOne(visit: WaitingVisit): Promise<'answered' | 'failed' | 'unreachable'> {
    const { send, store, notify, now } = this.#options
    try {
      const answer = await send(visit)
      await store.remove(visit.key)
      this.#failures = 0
      notify({ type: 'registered', visit, answer, at: now() })
      return 'answered'
    } catch (error) {
      if (!isRefusal(error)) {
        notify({ type: 'kept', visit })
        return isFailure(error) ? 'failed' : 'unreachable'
      }
      const refused: OutboxEvent = { type: 'refused', visit, refusal: toRefusal(error) }
      await (isSettledRefusal(refused)
        ? store.remove(visit.key)
        : store.put({ ...visit, refusal: refused.refusal }))
      this.#failures = 0
      notify(refused)
      return 'answered'
    }
  }

  #scheduleRetry(): void {
    const { pauses } = this.#options
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)]
    this.#failures++
    clearTimeout(this.#timer)
    if (pause !== undefined && !this.#stopped) this.#timer = setTimeout(() => void this.flush(), pause)
  }
}
