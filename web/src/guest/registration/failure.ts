import { ApiError } from '@/api/error'
import type { NoticeTone } from '@/kit/Notice'
import { sayWait } from '@/lib/waits'
import { texts } from './texts'

export interface Failure {
  tone: NoticeTone
  title: string
  detail: string
  serverMessage?: string
  /** True if the customer already has a card: the notice links to the portal. */
  leadsToPoints?: boolean
}

export const invalidForm: Failure = {
  tone: 'error',
  title: texts.failure.invalid,
  detail: texts.failure.invalidDetail,
}

export function describeFailure(error: unknown): Failure {
  const { failure } = texts
  if (!(error instanceof ApiError) || error.status === 0) {
    return { tone: 'error', title: failure.thrown, detail: failure.again }
  }
  if (isAlreadyRegistered(error)) return describeAlreadyRegistered(error)
  if (isLimitReached(error)) return describeLimit(error)
  return { ...describeRefusal(error), serverMessage: failure.status(error.status, error.message) }
}

/** Describes an error in the fixed business's form, with the server's message (specification, section 8). */
export function describeFixedFailure(error: unknown): Failure {
  const { failure } = texts
  if (!(error instanceof ApiError) || error.status === 0) {
    return { tone: 'error', title: failure.fixed, detail: failure.again }
  }
  if (isAlreadyRegistered(error)) return describeAlreadyRegistered(error)
  if (isLimitReached(error)) return describeLimit(error)
  const { tone, detail } = describeRefusal(error)
  return { tone, title: error.wordless ? `${error.status} ${error.message}` : error.message, detail }
}

const isAlreadyRegistered = (error: ApiError) => error.code === 'ALREADY_REGISTERED'

/** Leads to the existing card instead of showing an error. */
function describeAlreadyRegistered({ message, wordless }: ApiError): Failure {
  const { known, knownDetail } = texts.failure
  return {
    tone: 'info',
    title: known,
    detail: wordless ? knownDetail : message,
    leadsToPoints: true,
  }
}

const isLimitReached = (error: ApiError) => error.code === 'REGISTER_AT_COUNTER'

function describeLimit({ message, wordless }: ApiError): Failure {
  const { counter, counterDetail } = texts.failure
  return { tone: 'warning', title: counter, detail: wordless ? counterDetail : message }
}

function describeRefusal(error: ApiError): Failure {
  const { failure } = texts
  if (error.status === 429) {
    return { tone: 'warning', title: failure.tooMany, detail: failure.wait(sayWait(error.retryAfter)) }
  }
  const title = Object.keys(error.fieldErrors).length > 0 ? failure.invalid : failure.refused
  return { tone: 'error', title, detail: failure.refusedDetail }
}
