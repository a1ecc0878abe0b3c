import { sameDayVisitCode } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import type { VisitStore } from './store'
import { isFailure, isRefusal, isRefusedByProxy } from './visitResponses'
import { isWaiting, type Refusal, toRefusal, type WaitingVisit } from './waitingVisit'

export type OutboxEvent =
  | { type: 'put'; visit: WaitingVisit }
  /** No response yet. The counter stops waiting; the outbox retries. */
  | { type: 'kept'; visit: WaitingVisit }
  /** `at` is when the response arrived, in milliseconds. */
  | { type: 'registered'; visit: WaitingVisit; answer: RegisteredVisit; at: number }
  /** Refused by the server. Unless isSettledRefusal, the visit stays in the tray until a user settles it. */
  | { type: 'refused'; visit: WaitingVisit; refusal: Refusal }
  | { type: 'settled'; visit: WaitingVisit }

/**
 * True for an unauthorized visit, refused because the day already has a stamp. A visit with any other conflict stays
 * in the tray, because its stamp may be missing.
 */
export function isSettledRefusal(event: OutboxEvent): boolean {
  return event.type === 'refused' && !event.visit.authorized && event.refusal.code === sameDayVisitCode
}

/**
 * Milliseconds after which a tab yields the lock. Together with the longest request this is below
 * lockTimeout, so only suspended tabs lose the lock.
 */
const turnDuration = 4_000

/** A run ends after a proxy has refused this many visits, because the cause is then not a visit. */
const maxRefusedByProxy = 20

interface SenderOptions {
  store: VisitStore
  /** Includes visits that the browser has evicted. */
  all: () => Promise<readonly WaitingVisit[]>
  send: (visit: WaitingVisit) => Promise<RegisteredVisit>
  notify: (event: OutboxEvent) => void
  runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>
  now: () => number
  /** Whether the user may authorize a further visit on one day. Otherwise such visits wait. */
  mayAuthorize: boolean
  /** Milliseconds between retries; the last one repeats. */
  pauses: readonly number[]
}

/**
 * Sends visits one by one, oldest first. A visit keeps its idempotency key and leaves the store only after
 * the server's response, so none is lost or counted twice.
 */
export class Sender {
  #options: SenderOptions
  #running: Promise<void> | null = null
  #again = false
  #stopped = false
  #failures = 0
  /** The number of visits that a proxy refused in this run. */
  #refusedByProxy = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SenderOptions) {
    this.#options = options
  }

  get isOffline(): boolean {
    return this.#failures > 0
  }

  /** False for a visit that waits for a user who may authorize it. */
  maySend({ authorized }: WaitingVisit): boolean {
    return !authorized || this.#options.mayAuthorize
  }

  /** Sends all visits. A call during a run makes that run read the store again. */
  flush(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#again = true
    clearTimeout(this.#timer)
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  start(): void {
    this.#stopped = false
  }

  /** Stops sending until start is called. */
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
    const failedKeys = new Set<string>()
    this.#refusedByProxy = 0
    while ((await this.#options.runExclusive(() => this.#takeTurn(failedKeys))) === 'more');
  }

  /** Skips visits that failed earlier in this run. */
  async #takeTurn(failedKeys: Set<string>): Promise<'more' | 'done'> {
    const { all, now } = this.#options
    const startedAt = now()
    for (const visit of await all()) {
      if (this.#stopped) return 'done'
      if (!isWaiting(visit) || !this.maySend(visit) || failedKeys.has(visit.key)) continue
      if (Math.abs(now() - startedAt) >= turnDuration) return 'more'
      const outcome = await this.#sendOne(visit)
      if (outcome === 'failed') failedKeys.add(visit.key)
      if (outcome === 'unreachable' || this.#refusedByProxy === maxRefusedByProxy) {
        this.#scheduleRetry()
        return 'done'
      }
    }
    if (failedKeys.size > 0) this.#scheduleRetry()
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
        if (isRefusedByProxy(error)) this.#refusedByProxy++
        return isFailure(error) ? 'failed' : 'unreachable'
      }
      const event: OutboxEvent = { type: 'refused', visit, refusal: toRefusal(error) }
      await (isSettledRefusal(event)
        ? store.remove(visit.key)
        : store.put({ ...visit, refusal: event.refusal }))
      this.#failures = 0
      notify(event)
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
