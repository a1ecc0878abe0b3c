import { isApiError, isUnanswered } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'
import type { WaitingVisits } from './waitingVisits'

/** Whose visit it is. */
export type Subject = { customerId: string } | { phone: string }

/** One visit to be registered, however often it has to be sent. */
export interface VisitJob {
  key: string
  subject: Subject
  authorized: boolean
  /** When it was scanned, in milliseconds. */
  since: number
}

/** What became of a visit. */
export type QueueEvent =
  | { type: 'sending'; job: VisitJob; attempt: number }
  /** `at` is when the answer came, in milliseconds. */
  | { type: 'registered'; job: VisitJob; visit: RegisteredVisit; at: number }
  /** The server said no. */
  | { type: 'refused'; job: VisitJob; error: unknown }
  /**
   * There was no answer, so nobody knows; the visit and all behind it wait to be retried or discarded.
   * Without an error nobody asked: it was left over from another day.
   */
  | { type: 'unanswered'; job: VisitJob; error?: unknown }
  | { type: 'waiting'; count: number }

interface QueueOptions {
  send: (job: VisitJob) => Promise<RegisteredVisit>
  tell: (event: QueueEvent) => void
  newKey: () => string
  /** Where visits are kept until they have an answer. */
  waiting: WaitingVisits
  now?: () => number
  /** Milliseconds before each further try. */
  pauses?: readonly number[]
}

/**
 * Sends visits one after the other. A visit keeps its key over all its tries, so the server counts it once;
 * a customer who is already in the queue does not enter it again. What has no answer yet is kept, so that
 * neither a reload nor a session that ends loses a visit, or sends it as a new one.
 */
export class VisitQueue {
  #jobs: VisitJob[] = []
  #state: 'idle' | 'sending' | 'stuck' = 'idle'
  #stopped = false
  #options: Required<QueueOptions>

  constructor(options: QueueOptions) {
    this.#options = { pauses: [500, 1500], now: Date.now, ...options }
  }

  /** Takes up what waits from an earlier page, and goes on. */
  start(): void {
    this.#stopped = false
    for (const kept of this.#options.waiting.read()) {
      if (!this.#jobs.some(({ key }) => key === kept.key)) this.#jobs.push(kept)
    }
    if (this.#jobs.length > 0) this.#goOn()
  }

  /** Begins nothing more; what has no answer yet waits for the next start. */
  stop(): void {
    this.#stopped = true
  }

  /** Puts a visit at the end of the queue, and tries a stuck one once more. Answers false if it is there already. */
  add(subject: Subject, authorized = false): boolean {
    const known = this.#jobs.some((job) => isSame(job.subject, subject) && job.authorized === authorized)
    if (!known) this.#put({ key: this.#options.newKey(), subject, authorized, since: this.#options.now() })
    this.#goOn()
    return !known
  }

  /** Sends the stuck visit again, with the same key. */
  retry(): void {
    if (this.#state === 'stuck') void this.#run()
  }

  /** Gives the stuck visit up and goes on with those behind it. */
  discard(): void {
    if (this.#state !== 'stuck') return
    this.#take()
    this.#state = 'idle'
    this.#goOn()
  }

  #put(job: VisitJob): void {
    this.#jobs.push(job)
    this.#options.waiting.add(job)
  }

  #take(): void {
    const job = this.#jobs.shift()
    if (job) this.#options.waiting.remove(job.key)
  }

  /** Sends what waits. A visit of another day would count as one of today: that only a person decides. */
  #goOn(): void {
    this.#tellWaiting()
    const [next] = this.#jobs
    if (!next || this.#state === 'sending') return
    if (this.#isOfToday(next)) void this.#run()
    else this.#getStuck({ type: 'unanswered', job: next })
  }

  async #run(): Promise<void> {
    this.#state = 'sending'
    for (let job = this.#jobs[0]; job && !this.#stopped; job = this.#jobs[0]) {
      const outcome = await this.#sendUntilAnswered(job)
      if (outcome.type === 'unanswered') return this.#getStuck(outcome)
      this.#take()
      this.#options.tell(outcome)
      this.#tellWaiting()
    }
    this.#state = 'idle'
  }

  async #sendUntilAnswered(job: VisitJob): Promise<QueueEvent> {
    const { send, tell, pauses, now } = this.#options
    for (let attempt = 1; ; attempt++) {
      tell({ type: 'sending', job, attempt })
      try {
        return { type: 'registered', job, visit: await send(job), at: now() }
      } catch (error) {
        if (isSessionOver(error)) return { type: 'unanswered', job, error }
        if (!isRepeatable(error)) return { type: 'refused', job, error }
        const pause = pauses[attempt - 1]
        if (pause === undefined || this.#stopped) return { type: 'unanswered', job, error }
        await new Promise((resume) => setTimeout(resume, pause))
      }
    }
  }

  #getStuck(event: QueueEvent): void {
    this.#state = 'stuck'
    this.#options.tell(event)
  }

  #tellWaiting(): void {
    this.#options.tell({ type: 'waiting', count: Math.max(0, this.#jobs.length - 1) })
  }

  #isOfToday({ since }: VisitJob): boolean {
    return new Date(since).toDateString() === new Date(this.#options.now()).toDateString()
  }
}

/** Whether the visit may or may not have been registered, or could be by trying again. */
function isRepeatable(error: unknown): boolean {
  return isUnanswered(error) || (isApiError(error) && error.status === 429)
}

/** Whether the visit was not looked at because nobody is signed in any more. */
function isSessionOver(error: unknown): boolean {
  return isApiError(error) && error.status === 401
}

function isSame(one: Subject, other: Subject): boolean {
  return 'phone' in one
    ? 'phone' in other && one.phone === other.phone
    : 'customerId' in other && one.customerId === other.customerId
}
