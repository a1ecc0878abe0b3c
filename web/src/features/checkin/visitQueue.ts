import { isApiError, isUnanswered } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'

/** Whose visit it is. */
export type Subject = { customerId: string } | { phone: string }

/** One visit to be registered, however often it has to be sent. */
export interface VisitJob {
  key: string
  subject: Subject
  authorized: boolean
}

/** What became of a visit. */
export type QueueEvent =
  | { type: 'sending'; job: VisitJob; attempt: number }
  | { type: 'registered'; job: VisitJob; visit: RegisteredVisit }
  /** The server said no. */
  | { type: 'refused'; job: VisitJob; error: unknown }
  /** There was no answer, so nobody knows; the visit and all behind it wait to be retried or discarded. */
  | { type: 'unanswered'; job: VisitJob; error: unknown }
  | { type: 'waiting'; count: number }

interface QueueOptions {
  send: (job: VisitJob) => Promise<RegisteredVisit>
  tell: (event: QueueEvent) => void
  newKey: () => string
  /** Milliseconds before each further try. */
  pauses?: readonly number[]
}

/**
 * Sends visits one after the other. A visit keeps its key over all its tries, so the server counts it once;
 * a customer who is already in the queue does not enter it again.
 */
export class VisitQueue {
  #jobs: VisitJob[] = []
  #state: 'idle' | 'sending' | 'stuck' = 'idle'
  #options: Required<QueueOptions>

  constructor(options: QueueOptions) {
    this.#options = { pauses: [500, 1500], ...options }
  }

  /** Puts a visit at the end of the queue, and tries a stuck one once more. Answers false if it is there already. */
  add(subject: Subject, authorized = false): boolean {
    const known = this.#jobs.some((job) => isSame(job.subject, subject))
    if (!known) this.#jobs.push({ key: this.#options.newKey(), subject, authorized })
    this.#tellWaiting()
    if (this.#state !== 'sending') void this.#run()
    return !known
  }

  /** Sends the stuck visit again, with the same key. */
  retry(): void {
    if (this.#state === 'stuck') void this.#run()
  }

  /** Gives the stuck visit up and goes on with those behind it. */
  discard(): void {
    if (this.#state !== 'stuck') return
    this.#jobs.shift()
    this.#state = 'idle'
    this.#tellWaiting()
    void this.#run()
  }

  async #run(): Promise<void> {
    this.#state = 'sending'
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      const outcome = await this.#sendUntilAnswered(job)
      if (outcome.type === 'unanswered') {
        this.#state = 'stuck'
        this.#options.tell(outcome)
        return
      }
      this.#jobs.shift()
      this.#options.tell(outcome)
      this.#tellWaiting()
    }
    this.#state = 'idle'
  }

  async #sendUntilAnswered(job: VisitJob): Promise<QueueEvent> {
    const { send, tell, pauses } = this.#options
    for (let attempt = 1; ; attempt++) {
      tell({ type: 'sending', job, attempt })
      try {
        return { type: 'registered', job, visit: await send(job) }
      } catch (error) {
        if (!isRepeatable(error)) return { type: 'refused', job, error }
        const pause = pauses[attempt - 1]
        if (pause === undefined) return { type: 'unanswered', job, error }
        await new Promise((resume) => setTimeout(resume, pause))
      }
    }
  }

  #tellWaiting(): void {
    this.#options.tell({ type: 'waiting', count: Math.max(0, this.#jobs.length - 1) })
  }
}

/** Whether the visit may or may not have been registered, or could be by trying again. */
function isRepeatable(error: unknown): boolean {
  return isUnanswered(error) || (isApiError(error) && error.status === 429)
}

function isSame(one: Subject, other: Subject): boolean {
  return 'phone' in one
    ? 'phone' in other && one.phone === other.phone
    : 'customerId' in other && one.customerId === other.customerId
}
