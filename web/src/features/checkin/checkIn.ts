import { hintOf, isApiError, isSameDayVisit, isUnanswered } from '@/api/error'
import type { RegisteredVisit, RewardKind } from '@/api/types'
import { errorText } from '@/lib/errors'
import { texts } from './texts'
import type { QueueEvent, VisitJob } from './visitQueue'

/** What the panel answers. Names, stamps and rewards of a customer come from the cache of the server's answers. */
export type Answer =
  | { kind: 'idle' }
  | { kind: 'found'; customerId: string }
  | { kind: 'registered'; customerId: string; name: string }
  /** By phone, `customerId` is null until it is known whose it is. */
  | { kind: 'sameDay'; customerId: string | null; phone: string | null; hint: string }
  | {
      kind: 'problem'
      tone: 'warning' | 'error'
      message: string
      hint: string
      stuck: boolean
      unknownPhone?: string
      /** A phone that may be that of several: one of them has to be chosen. */
      sharedPhone?: string
    }

/** What happened to the rewards of the customer who is shown. */
export type Redemption =
  | { state: 'none' }
  | { state: 'busy'; kind: RewardKind }
  | { state: 'done'; kind: RewardKind }
  | { state: 'refused'; message: string }

/** Who passed by, to be called up again, and with which visit, to be taken back. */
export interface Passed {
  customerId: string
  name: string
  visitId: string
  /** When it was registered, in milliseconds. */
  since: number
}

export interface CheckIn {
  answer: Answer
  redemption: Redemption
  /** The try to send a visit that is under way; 0 when none is. */
  sending: number
  /** The visit that got no answer and waits to be retried or discarded, if one does. */
  stuck: VisitJob | null
  /** How many customers wait behind the one being registered. */
  waiting: number
  passed: readonly Passed[]
  /** Grows with every answer, so that the same words twice are told twice. */
  serial: number
}

export type CheckInAct =
  | QueueEvent
  | { type: 'open'; customerId: string }
  | { type: 'close' }
  | { type: 'discarded' }
  | { type: 'whose'; phone: string; customerId: string }
  | { type: 'problem'; problem: Problem }
  | { type: 'redeeming'; kind: RewardKind }
  | { type: 'redeemed'; customerId: string; kind: RewardKind }
  | { type: 'notRedeemed'; customerId: string; message: string }
  | { type: 'undone'; visitId: string }

type Problem = Omit<Extract<Answer, { kind: 'problem' }>, 'kind'>

const remembered = 5

export const atRest: CheckIn = {
  answer: { kind: 'idle' },
  redemption: { state: 'none' },
  sending: 0,
  stuck: null,
  waiting: 0,
  passed: [],
  serial: 0,
}

/** The counter after something happened. */
export function checkInReducer(state: CheckIn, act: CheckInAct): CheckIn {
  switch (act.type) {
    case 'sending':
      return { ...state, sending: act.attempt, stuck: null }
    case 'registered':
      return settled(remember(state, act.visit, act.at), {
        kind: 'registered',
        customerId: act.visit.customerId,
        name: act.visit.customerName,
      })
    case 'refused':
      return settled(state, refusalOf(act.job, act.error))
    case 'unanswered':
      return {
        ...settled(state, { kind: 'problem', ...unansweredProblem(act.job, act.error) }),
        stuck: act.job,
      }
    case 'waiting':
      return { ...state, waiting: act.count }
    case 'open':
      return answered(state, { kind: 'found', customerId: act.customerId })
    case 'close':
      return answered(state, { kind: 'idle' })
    case 'discarded':
      return answered({ ...state, stuck: null }, { kind: 'idle' })
    case 'whose':
      return state.answer.kind === 'sameDay' && state.answer.phone === act.phone
        ? { ...state, answer: { ...state.answer, customerId: act.customerId } }
        : state
    case 'problem':
      return answered(state, { kind: 'problem', ...act.problem })
    case 'redeeming':
      return { ...state, redemption: { state: 'busy', kind: act.kind } }
    case 'redeemed':
      return redeemedOf(state, act.customerId, { state: 'done', kind: act.kind })
    case 'notRedeemed':
      return redeemedOf(state, act.customerId, { state: 'refused', message: act.message })
    case 'undone':
      return undone(state, act.visitId)
  }
}

/** The customer the panel is about, if it is about one. */
export function customerIn(answer: Answer): string | null {
  return 'customerId' in answer ? answer.customerId : null
}

export const unknownCode: Problem = {
  tone: 'error',
  message: texts.problem.unknownCode,
  hint: texts.problem.unknownCodeHint,
  stuck: false,
}

export const notFound: Problem = {
  tone: 'warning',
  message: texts.problem.notFound,
  hint: texts.problem.notFoundHint,
  stuck: false,
}

/** Nobody was found; a phone that nobody has may be a new customer's. */
function nobodyWith(phone: string | undefined): Problem {
  return phone ? { ...notFound, unknownPhone: phone } : notFound
}

/** Several may be meant, and nobody is guessed. */
function severalWith(phone: string): Problem {
  const { several: message, severalHint: hint } = texts.problem
  return { tone: 'warning', message, hint, stuck: false, sharedPhone: phone }
}

/** What to say when looking a customer up failed. */
export function searchProblem(error: unknown, phone?: string): Problem {
  if (isApiError(error) && error.status === 404) return nobodyWith(phone)
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS')) return severalWith(phone)
  return { tone: 'error', message: texts.problem.searchFailed, hint: reasonOf(error), stuck: false }
}

/** What to say when a reward was not redeemed. */
export function redeemRefusal(error: unknown): string {
  if (isApiError(error, 'WELCOME_NOT_COMBINABLE')) return texts.redeem.notCombinable
  if (isApiError(error, 'REWARD_NOT_PENDING')) return texts.redeem.notPending
  const reason = `${texts.redeem.failed} ${reasonOf(error)}`.trim()
  return isUnanswered(error) ? `${reason} ${texts.redeem.tryAgain}` : reason
}

function answered(state: CheckIn, answer: Answer): CheckIn {
  return { ...state, answer, redemption: { state: 'none' }, serial: state.serial + 1 }
}

/** What came of a redemption, unless the panel is about somebody else by now. */
function redeemedOf(state: CheckIn, customerId: string, redemption: Redemption): CheckIn {
  if (customerIn(state.answer) !== customerId) return state
  return { ...state, redemption, serial: state.serial + 1 }
}

function undone(state: CheckIn, visitId: string): CheckIn {
  const gone = state.passed.find((passed) => passed.visitId === visitId)
  const passed = state.passed.filter((passed) => passed.visitId !== visitId)
  const shown = customerIn(state.answer)
  const isShown = shown !== null && shown === gone?.customerId
  return { ...(isShown ? answered(state, { kind: 'found', customerId: shown }) : state), passed }
}

/** The answer to the visit that was under way. */
function settled(state: CheckIn, answer: Answer): CheckIn {
  return { ...answered(state, answer), sending: 0 }
}

function remember(state: CheckIn, visit: RegisteredVisit, since: number): CheckIn {
  const { id, customerId, customerName } = visit
  const others = state.passed.filter((passed) => passed.customerId !== customerId)
  const passed = { customerId, name: customerName, visitId: id, since }
  return { ...state, passed: [passed, ...others].slice(0, remembered) }
}

function refusalOf(job: VisitJob, error: unknown): Answer {
  if (isSameDayVisit(error)) {
    const hint = hintOf(error)
    return 'phone' in job.subject
      ? { kind: 'sameDay', customerId: null, phone: job.subject.phone, hint }
      : { kind: 'sameDay', customerId: job.subject.customerId, phone: null, hint }
  }
  const phone = 'phone' in job.subject ? job.subject.phone : undefined
  if (isApiError(error) && error.status === 404) return { kind: 'problem', ...nobodyWith(phone) }
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS')) return { kind: 'problem', ...severalWith(phone) }
  return { kind: 'problem', tone: 'error', message: failureOf(job), hint: reasonOf(error), stuck: false }
}

function unansweredProblem(job: VisitJob, error: unknown): Problem {
  const reason = error === undefined ? texts.problem.leftOver : reasonOf(error)
  const hint = `${reason} ${texts.problem.unsent}`.trim()
  return { tone: 'error', message: failureOf(job), hint, stuck: true }
}

function failureOf({ subject, authorized }: VisitJob): string {
  if (authorized) return texts.problem.authorisedFailed
  return 'phone' in subject ? texts.problem.byPhoneFailed : texts.problem.visitFailed
}

/** Why, in the server's words; where it names fields, in those of the first. */
function reasonOf(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fieldErrors)[0] : undefined
  return field ?? errorText(error, '')
}
