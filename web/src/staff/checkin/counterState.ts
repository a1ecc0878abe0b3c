import type { OutboxEvent } from '@/acts/staff/outbox/sender'
import { isStamped } from '@/acts/staff/outbox/visitResponses'
import { type Refusal, toApiError, type WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
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
export interface RecentCustomer {
  customerId: string
  name: string
  /** Empty where there is nothing to take back. */
  visitId: string
  /** When it was registered, in milliseconds. */
  since: number
  /** She had a stamp of today already, so that this time there was none. */
  hadVisitToday: boolean
}

export interface CounterState {
  answer: Answer
  redemption: Redemption
  /** A reward that is redeemed only once that is confirmed, and what was given today already. */
  confirmation: { rewardId: string; given: string } | null
  /** The visits whose answer the person at the counter waits for, by their keys. */
  awaited: readonly string[]
  recent: readonly RecentCustomer[]
  /** Grows with every answer, so that the same words twice are told twice. */
  serial: number
}

export type CounterAction =
  | OutboxEvent
  | { type: 'open'; customerId: string }
  | { type: 'close' }
  | { type: 'identified'; phone: string; customerId: string }
  | { type: 'problem'; problem: Problem }
  | { type: 'redeeming'; rewardId: string }
  | { type: 'confirmationNeeded'; customerId: string; rewardId: string; given: string }
  | { type: 'confirmationCancelled' }
  | { type: 'redeemed'; customerId: string; reward: Pick<Reward, 'id' | 'kind'>; at: number }
  | { type: 'takenBack'; customerId: string; kind: RewardKind }
  | { type: 'notRedeemed'; customerId: string; message: string }
  | { type: 'undone'; visitId: string }

type Problem = Omit<Extract<Answer, { kind: 'problem' }>, 'kind'>

const maxRecent = 5

/** For how long a visit is news to a panel that shows nobody, in milliseconds. */
const recentPeriod = 60_000

export const initialState: CounterState = {
  answer: { kind: 'idle' },
  redemption: { state: 'none' },
  confirmation: null,
  awaited: [],
  recent: [],
  serial: 0,
}

/** The counter after something happened. */
export function counterReducer(state: CounterState, act: CounterAction): CounterState {
  switch (act.type) {
    case 'put':
      return { ...state, awaited: [...withoutKey(state.awaited, act.visit.key), act.visit.key] }
    case 'registered':
      return showOutcome(addRecent(state, act.answer, act.at), act, registeredAnswer(act.answer))
    case 'refused':
      return showOutcome(addRefused(state, act), act, refusedAnswer(act.visit, act.refusal))
    case 'kept':
      return state.awaited.includes(act.visit.key) ? showOutcome(state, act, keptAnswer(act.visit)) : state
    case 'settled':
      return state
    case 'open':
      return showAnswer(state, { kind: 'found', customerId: act.customerId })
    case 'close':
      return showAnswer(state, { kind: 'idle' })
    case 'identified':
      return state.answer.kind === 'sameDay' && state.answer.phone === act.phone
        ? { ...state, answer: { ...state.answer, customerId: act.customerId } }
        : state
    case 'problem':
      return showAnswer(state, { kind: 'problem', ...act.problem })
    case 'redeeming':
      return {
        ...state,
        redemption: { state: 'busy', rewardId: act.rewardId, before: state.redemption },
        confirmation: null,
      }
    case 'confirmationNeeded':
      return askConfirmation(state, act)
    case 'confirmationCancelled':
      return { ...state, confirmation: null }
    case 'redeemed': {
      const { kind, id: rewardId } = act.reward
      return showRedemption(state, act.customerId, { state: 'done', kind, rewardId, since: act.at })
    }
    case 'takenBack':
      return showRedemption(state, act.customerId, { state: 'takenBack', kind: act.kind })
    case 'notRedeemed':
      return showRedemption(state, act.customerId, { state: 'refused', message: act.message })
    case 'undone':
      return showUndone(state, act.visitId)
  }
}

/** The customer the panel is about, if it is about one. */
export function shownCustomerId(answer: Answer): string | null {
  return 'customerId' in answer ? answer.customerId : null
}

export const unknownCodeProblem: Problem = {
  tone: 'error',
  message: texts.problem.unknownCode,
  hint: texts.problem.unknownCodeHint,
}

/** A customer has changed the code, because somebody has photographed it. */
export const endedCodeProblem: Problem = {
  tone: 'error',
  message: texts.problem.endedCode,
  hint: texts.problem.endedCodeHint,
}

/** Nobody was found by what was said of the customer. */
function notFoundProblem(said: keyof typeof texts.problem.notFoundHints): Problem {
  return { tone: 'warning', message: texts.problem.notFound, hint: texts.problem.notFoundHints[said] }
}

/** Why a code is not even tried: it is none of ours, or without a network, in which nobody can ask, of another business. */
export function problemOfCode(code: ScannedCode | null, businessId: string): Problem | null {
  if (!code) return unknownCodeProblem
  const isForeign = code.businessId !== undefined && businessId !== '' && code.businessId !== businessId
  if (!isForeign || navigator.onLine !== false) return null
  return { tone: 'error', message: texts.problem.foreignCode, hint: texts.problem.unknownCodeHint }
}

/** No further visit is taken on this device, and what to do instead. */
export function fullOutboxProblem(why: keyof typeof actTexts.visit.full): Problem {
  return { tone: 'error', message: actTexts.visit.full[why], hint: actTexts.visit.fullHint }
}

/** Why a visit was not even kept: a further one takes a network. */
export function notKeptProblem(error: unknown): Problem {
  if (!isApiError(error, 'OFFLINE')) {
    return { tone: 'error', message: texts.problem.visitFailed, hint: errorText(error) }
  }
  return { tone: 'warning', message: texts.problem.authorisedFailed, hint: error.message }
}

/** Nobody has a phone, which may be a new customer's. */
function unknownPhoneProblem(phone: string): Problem {
  return { ...notFoundProblem('phone'), unknown: { phone } }
}

/** Nobody is called so; what holds a digit is no name. */
export function unknownNameProblem(text: string): Problem {
  const problem = notFoundProblem('name')
  return /\d/.test(text) ? problem : { ...problem, unknown: { name: text } }
}

/** Several may be meant, and nobody is guessed. */
function sharedPhoneProblem(phone: string): Problem {
  const { several: message, severalHint: hint } = texts.problem
  return { tone: 'warning', message, hint, sharedPhone: phone }
}

/** What to say when looking a customer up failed. */
export function searchProblem(error: unknown, phone?: string): Problem {
  if (isApiError(error) && error.status === 404)
    return phone ? unknownPhoneProblem(phone) : notFoundProblem('email')
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS')) return sharedPhoneProblem(phone)
  return { tone: 'error', message: texts.problem.searchFailed, hint: reasonOf(error) }
}

/** What to say when a reward was not redeemed. */
export function redeemRefusal(error: unknown): string {
  if (isApiError(error, 'WELCOME_NOT_COMBINABLE')) return texts.redeem.notCombinable
  if (isApiError(error, 'REWARD_NOT_PENDING')) return texts.redeem.notPending
  const reason = `${texts.redeem.failed} ${reasonOf(error)}`.trim()
  return isOutcomeUnknown(error) ? `${reason} ${texts.redeem.tryAgain}` : reason
}

function showAnswer(state: CounterState, answer: Answer): CounterState {
  return { ...state, answer, redemption: { state: 'none' }, confirmation: null, serial: state.serial + 1 }
}

/** Asks before a reward is redeemed; what the panel tells of one that was given before stays, and can be taken back. */
function askConfirmation(
  state: CounterState,
  { customerId, rewardId, given }: Extract<CounterAction, { type: 'confirmationNeeded' }>,
): CounterState {
  if (shownCustomerId(state.answer) !== customerId) return state
  const { redemption } = state
  return {
    ...state,
    redemption: redemption.state === 'busy' ? redemption.before : redemption,
    confirmation: { rewardId, given },
  }
}

/** Whether a reward cannot be redeemed beside the one that was given a moment ago: the welcome discount stands alone. */
export function isExcludedBy(redemption: Redemption, kind: RewardKind): boolean {
  return redemption.state === 'done' && (kind === 'WELCOME' || redemption.kind === 'WELCOME')
}

/** What came of a redemption, unless the panel is about somebody else by now. */
function showRedemption(state: CounterState, customerId: string, redemption: Redemption): CounterState {
  if (shownCustomerId(state.answer) !== customerId) return state
  return { ...state, redemption, serial: state.serial + 1 }
}

function showUndone(state: CounterState, visitId: string): CounterState {
  const gone = state.recent.find(({ visitId: id }) => id === visitId)
  const recent = state.recent.filter(({ visitId: id }) => id !== visitId)
  const shown = shownCustomerId(state.answer)
  const isShown = shown !== null && shown === gone?.customerId
  return { ...(isShown ? showAnswer(state, { kind: 'found', customerId: shown }) : state), recent }
}

/**
 * What came of a visit, told on the panel if the person at the counter waits for it or looks at it. What was sent long after
 * must not take the panel from whoever stands there now.
 */
function showOutcome(state: CounterState, event: OutboxEvent, answer: Answer): CounterState {
  const { key } = event.visit
  const { answer: shown } = state
  const isAwaited = state.awaited.includes(key)
  const isShown = shown.kind === 'kept' && shown.visit.key === key
  const isNews = shown.kind === 'idle' && isRecent(event)
  const others = { ...state, awaited: withoutKey(state.awaited, key) }
  return isAwaited || isShown || isNews ? showAnswer(others, answer) : others
}

/** Whether a visit was registered that happened a moment ago: on a page that was loaded anew nobody waits for it by its key. */
function isRecent(event: OutboxEvent): boolean {
  return event.type === 'registered' && event.at - event.visit.scannedAt < recentPeriod
}

function withoutKey(keys: readonly string[], key: string): string[] {
  return keys.filter((other) => other !== key)
}

function registeredAnswer(visit: RegisteredVisit): Answer {
  const { customerId, customerName: name } = visit
  return { kind: 'registered', customerId, name, unstamped: isStamped(visit) ? null : visit }
}

function keptAnswer(visit: WaitingVisit): Answer {
  const { subject } = visit
  return { kind: 'kept', visit, customerId: 'customerId' in subject ? subject.customerId : null }
}

function addRecent(state: CounterState, visit: RegisteredVisit, since: number): CounterState {
  if (visit.waiting) return state // of an earlier day
  const { id, customerId, customerName: name } = visit
  const hadVisitToday = !isStamped(visit)
  return prependRecent(state, {
    customerId,
    name,
    visitId: hadVisitToday ? '' : id,
    since,
    hadVisitToday,
  })
}

/** Whose visit of today was there already is remembered too: the next one at the counter takes the panel. */
function addRefused(
  state: CounterState,
  { visit, refusal }: Extract<OutboxEvent, { type: 'refused' }>,
): CounterState {
  const { subject, name, scannedAt: since } = visit
  if (!('customerId' in subject) || !name || !isSameDayVisit(toApiError(refusal))) return state
  return prependRecent(state, {
    customerId: subject.customerId,
    name,
    visitId: '',
    since,
    hadVisitToday: true,
  })
}

function prependRecent(state: CounterState, customer: RecentCustomer): CounterState {
  const others = state.recent.filter(({ customerId }) => customerId !== customer.customerId)
  return { ...state, recent: [customer, ...others].slice(0, maxRecent) }
}

function refusedAnswer(visit: WaitingVisit, refusal: Refusal): Answer {
  const { subject } = visit
  const error = toApiError(refusal)
  const phone = 'phone' in subject ? subject.phone : undefined
  if (isSameDayVisit(error)) {
    const customerId = 'customerId' in subject ? subject.customerId : null
    return { kind: 'sameDay', customerId, phone: phone ?? null, hint: hintOf(error) }
  }
  if (error.code === 'QR_ENDED') return { kind: 'problem', ...endedCodeProblem }
  if (error.status === 404)
    return { kind: 'problem', ...(phone ? unknownPhoneProblem(phone) : notFoundProblem('qr')) }
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS'))
    return { kind: 'problem', ...sharedPhoneProblem(phone) }
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
