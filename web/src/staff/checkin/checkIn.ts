import { isStamped } from '@/acts/staff/outbox/answers'
import type { OutboxEvent } from '@/acts/staff/outbox/sender'
import { errorOf, type Refusal, type WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { texts as actTexts } from '@/acts/staff/texts'
import { hintOf, isApiError, isOutcomeUnknown, isSameDayVisit } from '@/api/error'
import type { RegisteredVisit, Reward, RewardKind } from '@/api/types'
import { errorText } from '@/lib/errors'
import type { ScannedCode } from '@/lib/qr'
import { texts } from './texts'

/** What the panel answers. Names, stamps and rewards of a customer come from the cache of the server's answers. */
export type Answer =
  | { kind: 'idle' }
  | { kind: 'found'; customerId: string }
  /** `unstamped` is a visit for which there is no stamp of this time. */
  | { kind: 'registered'; customerId: string; name: string; unstamped: RegisteredVisit | null }
  /** On this device, without an answer so far; by phone nobody knows whose it is. */
  | { kind: 'kept'; visit: WaitingVisit; customerId: string | null }
  /** By phone, `customerId` is null until it is known whose it is. */
  | { kind: 'sameDay'; customerId: string | null; phone: string | null; hint: string }
  | {
      kind: 'problem'
      tone: 'warning' | 'error'
      message: string
      hint: string
      /** What is known of somebody whom the business does not know yet. */
      unknown?: { phone: string } | { phone?: never; name: string }
      /** A phone that may be that of several: one of them has to be chosen. */
      sharedPhone?: string
    }

/** What happened to the rewards of the customer who is shown. */
export type Redemption =
  | { state: 'none' }
  /** `before` is what the panel told of until then. */
  | { state: 'busy'; rewardId: string; before: Redemption }
  /** `since` is when it was redeemed, in milliseconds. */
  | { state: 'done'; kind: RewardKind; rewardId: string; since: number }
  | { state: 'takenBack'; kind: RewardKind }
  | { state: 'refused'; message: string }

/** Who passed by, to be called up again, and with which visit, to be taken back. */
export interface Passed {
  customerId: string
  name: string
  /** Empty where there is nothing to take back. */
  visitId: string
  /** When it was registered, in milliseconds. */
  since: number
  /** She had a stamp of today already, so that this time there was none. */
  cameBefore: boolean
}

export interface CheckIn {
  answer: Answer
  redemption: Redemption
  /** A reward that is redeemed only once that is confirmed, and what was given today already. */
  asked: { rewardId: string; given: string } | null
  /** The visits whose answer the person at the counter waits for, by their keys. */
  awaited: readonly string[]
  passed: readonly Passed[]
  /** Grows with every answer, so that the same words twice are told twice. */
  serial: number
}

export type CheckInAct =
  | OutboxEvent
  | { type: 'open'; customerId: string }
  | { type: 'close' }
  | { type: 'whose'; phone: string; customerId: string }
  | { type: 'problem'; problem: Problem }
  | { type: 'redeeming'; rewardId: string }
  | { type: 'asked'; customerId: string; rewardId: string; given: string }
  | { type: 'kept reward' }
  | { type: 'redeemed'; customerId: string; reward: Pick<Reward, 'id' | 'kind'>; at: number }
  | { type: 'takenBack'; customerId: string; kind: RewardKind }
  | { type: 'notRedeemed'; customerId: string; message: string }
  | { type: 'undone'; visitId: string }

type Problem = Omit<Extract<Answer, { kind: 'problem' }>, 'kind'>

const remembered = 5

/** For how long a visit is news to a panel that shows nobody, in milliseconds. */
const newsPeriod = 60_000

export const atRest: CheckIn = {
  answer: { kind: 'idle' },
  redemption: { state: 'none' },
  asked: null,
  awaited: [],
  passed: [],
  serial: 0,
}

/** The counter after something happened. */
export function checkInReducer(state: CheckIn, act: CheckInAct): CheckIn {
  switch (act.type) {
    case 'put':
      return { ...state, awaited: [...withoutKey(state.awaited, act.visit.key), act.visit.key] }
    case 'registered':
      return told(remember(state, act.answer, act.at), act, registeredOf(act.answer))
    case 'refused':
      return told(rememberRefused(state, act), act, refusalOf(act.visit, act.refusal))
    case 'kept':
      return state.awaited.includes(act.visit.key) ? told(state, act, keptOf(act.visit)) : state
    case 'settled':
      return state
    case 'open':
      return answered(state, { kind: 'found', customerId: act.customerId })
    case 'close':
      return answered(state, { kind: 'idle' })
    case 'whose':
      return state.answer.kind === 'sameDay' && state.answer.phone === act.phone
        ? { ...state, answer: { ...state.answer, customerId: act.customerId } }
        : state
    case 'problem':
      return answered(state, { kind: 'problem', ...act.problem })
    case 'redeeming':
      return {
        ...state,
        redemption: { state: 'busy', rewardId: act.rewardId, before: state.redemption },
        asked: null,
      }
    case 'asked':
      return askedOf(state, act)
    case 'kept reward':
      return { ...state, asked: null }
    case 'redeemed': {
      const { kind, id: rewardId } = act.reward
      return redeemedOf(state, act.customerId, { state: 'done', kind, rewardId, since: act.at })
    }
    case 'takenBack':
      return redeemedOf(state, act.customerId, { state: 'takenBack', kind: act.kind })
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
}

/** A customer has changed the code, because somebody has photographed it. */
export const endedCode: Problem = {
  tone: 'error',
  message: texts.problem.endedCode,
  hint: texts.problem.endedCodeHint,
}

/** Nobody was found by what was said of the customer. */
function notFoundBy(said: keyof typeof texts.problem.notFoundHints): Problem {
  return { tone: 'warning', message: texts.problem.notFound, hint: texts.problem.notFoundHints[said] }
}

/** Why a code is not even tried: it is none of ours, or without a network, in which nobody can ask, of another business. */
export function problemOfCode(code: ScannedCode | null, businessId: string): Problem | null {
  if (!code) return unknownCode
  const isForeign = code.businessId !== undefined && businessId !== '' && code.businessId !== businessId
  if (!isForeign || navigator.onLine !== false) return null
  return { tone: 'error', message: texts.problem.foreignCode, hint: texts.problem.unknownCodeHint }
}

/** No further visit is taken on this device, and what to do instead. */
export function fullOutbox(why: keyof typeof actTexts.visit.full): Problem {
  return { tone: 'error', message: actTexts.visit.full[why], hint: actTexts.visit.fullHint }
}

/** Why a visit was not even kept: a further one takes a network. */
export function notKept(error: unknown): Problem {
  if (!isApiError(error, 'OFFLINE')) {
    return { tone: 'error', message: texts.problem.visitFailed, hint: errorText(error) }
  }
  return { tone: 'warning', message: texts.problem.authorisedFailed, hint: error.message }
}

/** Nobody has a phone, which may be a new customer's. */
function nobodyWith(phone: string): Problem {
  return { ...notFoundBy('phone'), unknown: { phone } }
}

/** Nobody is called so; what holds a digit is no name. */
export function nobodyCalled(text: string): Problem {
  const problem = notFoundBy('name')
  return /\d/.test(text) ? problem : { ...problem, unknown: { name: text } }
}

/** Several may be meant, and nobody is guessed. */
function severalWith(phone: string): Problem {
  const { several: message, severalHint: hint } = texts.problem
  return { tone: 'warning', message, hint, sharedPhone: phone }
}

/** What to say when looking a customer up failed. */
export function searchProblem(error: unknown, phone?: string): Problem {
  if (isApiError(error) && error.status === 404) return phone ? nobodyWith(phone) : notFoundBy('email')
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS')) return severalWith(phone)
  return { tone: 'error', message: texts.problem.searchFailed, hint: reasonOf(error) }
}

/** What to say when a reward was not redeemed. */
export function redeemRefusal(error: unknown): string {
  if (isApiError(error, 'WELCOME_NOT_COMBINABLE')) return texts.redeem.notCombinable
  if (isApiError(error, 'REWARD_NOT_PENDING')) return texts.redeem.notPending
  const reason = `${texts.redeem.failed} ${reasonOf(error)}`.trim()
  return isOutcomeUnknown(error) ? `${reason} ${texts.redeem.tryAgain}` : reason
}

function answered(state: CheckIn, answer: Answer): CheckIn {
  return { ...state, answer, redemption: { state: 'none' }, asked: null, serial: state.serial + 1 }
}

/** Asks before a reward is redeemed; what the panel tells of one that was given before stays, and can be taken back. */
function askedOf(
  state: CheckIn,
  { customerId, rewardId, given }: Extract<CheckInAct, { type: 'asked' }>,
): CheckIn {
  if (customerIn(state.answer) !== customerId) return state
  const { redemption } = state
  return {
    ...state,
    redemption: redemption.state === 'busy' ? redemption.before : redemption,
    asked: { rewardId, given },
  }
}

/** Whether a reward cannot be redeemed beside the one that was given a moment ago: the welcome discount stands alone. */
export function isBarredBy(redemption: Redemption, kind: RewardKind): boolean {
  return redemption.state === 'done' && (kind === 'WELCOME' || redemption.kind === 'WELCOME')
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

/**
 * What came of a visit, told on the panel if the person at the counter waits for it or looks at it. What was sent long after
 * must not take the panel from whoever stands there now.
 */
function told(state: CheckIn, event: OutboxEvent, answer: Answer): CheckIn {
  const { key } = event.visit
  const { answer: shown } = state
  const isAwaited = state.awaited.includes(key)
  const isShown = shown.kind === 'kept' && shown.visit.key === key
  const isNews = shown.kind === 'idle' && isFresh(event)
  const others = { ...state, awaited: withoutKey(state.awaited, key) }
  return isAwaited || isShown || isNews ? answered(others, answer) : others
}

/** Whether a visit was registered that happened a moment ago: on a page that was loaded anew nobody waits for it by its key. */
function isFresh(event: OutboxEvent): boolean {
  return event.type === 'registered' && event.at - event.visit.scannedAt < newsPeriod
}

function withoutKey(keys: readonly string[], key: string): string[] {
  return keys.filter((other) => other !== key)
}

function registeredOf(visit: RegisteredVisit): Answer {
  const { customerId, customerName: name } = visit
  return { kind: 'registered', customerId, name, unstamped: isStamped(visit) ? null : visit }
}

function keptOf(visit: WaitingVisit): Answer {
  const { subject } = visit
  return { kind: 'kept', visit, customerId: 'customerId' in subject ? subject.customerId : null }
}

function remember(state: CheckIn, visit: RegisteredVisit, since: number): CheckIn {
  if (visit.waiting) return state // of an earlier day
  const { id, customerId, customerName: name } = visit
  const cameBefore = !isStamped(visit)
  return put(state, { customerId, name, visitId: cameBefore ? '' : id, since, cameBefore })
}

/** Whose visit of today was there already is remembered too: the next one at the counter takes the panel. */
function rememberRefused(
  state: CheckIn,
  { visit, refusal }: Extract<OutboxEvent, { type: 'refused' }>,
): CheckIn {
  const { subject, name, scannedAt: since } = visit
  if (!('customerId' in subject) || !name || !isSameDayVisit(errorOf(refusal))) return state
  return put(state, { customerId: subject.customerId, name, visitId: '', since, cameBefore: true })
}

function put(state: CheckIn, passed: Passed): CheckIn {
  const others = state.passed.filter(({ customerId }) => customerId !== passed.customerId)
  return { ...state, passed: [passed, ...others].slice(0, remembered) }
}

function refusalOf(visit: WaitingVisit, refusal: Refusal): Answer {
  const { subject } = visit
  const error = errorOf(refusal)
  const phone = 'phone' in subject ? subject.phone : undefined
  if (isSameDayVisit(error)) {
    const customerId = 'customerId' in subject ? subject.customerId : null
    return { kind: 'sameDay', customerId, phone: phone ?? null, hint: hintOf(error) }
  }
  if (error.code === 'QR_ENDED') return { kind: 'problem', ...endedCode }
  if (error.status === 404) return { kind: 'problem', ...(phone ? nobodyWith(phone) : notFoundBy('qr')) }
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS')) return { kind: 'problem', ...severalWith(phone) }
  return { kind: 'problem', tone: 'error', message: failureOf(visit), hint: reasonOf(error) }
}

function failureOf({ subject, authorized }: WaitingVisit): string {
  if (authorized) return texts.problem.authorisedFailed
  return 'phone' in subject ? texts.problem.byPhoneFailed : texts.problem.visitFailed
}

/** Why, in the server's words; where it names fields, in those of the first. */
function reasonOf(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fieldErrors)[0] : undefined
  return field ?? errorText(error, '')
}
