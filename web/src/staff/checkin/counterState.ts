import type { OutboxEvent } from '@/acts/staff/outbox/sender'
import { isStamped } from '@/acts/staff/outbox/visitResponses'
import { type Refusal, type ServedBy, toApiError, type WaitingVisit } from '@/acts/staff/outbox/waitingVisit'
import { texts as actTexts } from '@/acts/staff/texts'
import { hintOf, isApiError, isOutcomeUnknown, isSameDayVisit } from '@/api/error'
import type { RegisteredVisit, Reward, RewardKind } from '@/api/types'
import { failureTitle } from '@/kit/failureTitle'
import { errorText } from '@/lib/errors'
import type { ScannedCode } from '@/lib/qr'
import { texts } from './texts'

/** The content of the panel. Name, stamps and rewards come from the query cache. */
export type Answer =
  | { kind: 'idle' }
  | { kind: 'found'; customerId: string }
  /** `unstampedVisit`: the visit if it left no new stamp, otherwise null. */
  | { kind: 'registered'; customerId: string; name: string; unstampedVisit: RegisteredVisit | null }
  /** The visit is stored on this device. `customerId` is null for a visit by phone. */
  | { kind: 'kept'; visit: WaitingVisit; customerId: string | null }
  /** `customerId` is null for a visit by phone until the customer is identified. */
  | { kind: 'sameDay'; customerId: string | null; phone: string | null; hint: string }
  | {
      kind: 'problem'
      tone: 'warning' | 'error'
      message: string
      hint: string
      unknown?: { phone: string } | { phone?: never; name: string }
      sharedPhone?: string
    }

export type Redemption =
  | { state: 'none' }
  | { state: 'busy'; rewardId: string; before: Redemption }
  /** `since`: the time of the redemption in milliseconds. */
  | { state: 'done'; kind: RewardKind; rewardId: string; since: number }
  | { state: 'takenBack'; kind: RewardKind }
  /** `unsure`: the id of the reward if the redemption may have succeeded, because no response arrived. */
  | { state: 'refused'; message: string; unsure: string | false }

/** A customer with a recent visit. */
export interface RecentCustomer {
  customerId: string
  /** The id with which the visit was registered. A scanned QR has another id than the customer. */
  scannedId: string | null
  name: string
  /** Empty if nothing can be undone. */
  visitId: string
  /** When the visit was registered or, if refused, scanned, in milliseconds. */
  since: number
  /** True if the visit left no stamp. */
  hadVisitToday: boolean
  /** Null for the signed-in user. */
  servedBy: ServedBy | null
}

export interface CounterState {
  answer: Answer
  redemption: Redemption
  /** A reward that needs confirmation, and the reward redeemed today. */
  confirmation: { rewardId: string; question: string } | null
  /** Idempotency keys of the visits whose response the counter waits for. */
  keys: readonly string[]
  recent: readonly RecentCustomer[]
  /** Changes with every answer, so that equal texts are announced again. */
  serial: number
}

export type CounterAction =
  | OutboxEvent
  | { type: 'open'; customerId: string }
  | { type: 'close' }
  | { type: 'identified'; phone: string; customerId: string }
  | { type: 'problem'; problem: Problem }
  | { type: 'redeeming'; customerId: string; rewardId: string }
  | { type: 'confirmationNeeded'; customerId: string; rewardId: string; question: string }
  | { type: 'confirmationCancelled' }
  | { type: 'redeemed'; customerId: string; reward: Pick<Reward, 'id' | 'kind'>; at: number }
  | { type: 'takenBack'; customerId: string; kind: RewardKind }
  | { type: 'notRedeemed'; customerId: string; message: string; unsure: string | false }
  | { type: 'undone'; visitId: string; customerId: string }
  | { type: 'servedByChanged'; visitId: string; servedBy: ServedBy }

type Problem = Omit<Extract<Answer, { kind: 'problem' }>, 'kind'>

const maxRecent = 5

/** Milliseconds after a visit during which an idle panel shows its result, although no user awaits it. */
const recentPeriod = 60_000

export const initialState: CounterState = {
  answer: { kind: 'idle' },
  redemption: { state: 'none' },
  confirmation: null,
  keys: [],
  recent: [],
  serial: 0,
}

export function counterReducer(state: CounterState, act: CounterAction): CounterState {
  switch (act.type) {
    case 'put':
      return { ...state, keys: [...withoutKey(state.keys, act.visit.key), act.visit.key] }
    case 'registered':
      return showOutcome(addRecent(state, act), act, registeredAnswer(act.answer))
    case 'refused':
      return showOutcome(addRefused(state, act), act, refusedAnswer(state, act.visit, act.refusal))
    case 'kept':
      return state.keys.includes(act.visit.key) ? showOutcome(state, act, keptAnswer(act.visit)) : state
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
      // A scan may just have replaced the panel that was tapped.
      if (shownCustomerId(state.answer) !== act.customerId) return state
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
      return showRedemption(state, act.customerId, {
        state: 'refused',
        message: act.message,
        unsure: act.unsure,
      })
    case 'undone':
      return showUndone(state, act)
    case 'servedByChanged':
      return {
        ...state,
        recent: state.recent.map((visit) =>
          visit.visitId === act.visitId ? { ...visit, servedBy: act.servedBy } : visit,
        ),
      }
  }
}

export function shownCustomerId(answer: Answer): string | null {
  return 'customerId' in answer ? answer.customerId : null
}

export const unknownCodeProblem: Problem = {
  tone: 'error',
  message: texts.problem.unknownCode,
  hint: texts.problem.unknownCodeHint,
}

export const endedCodeProblem: Problem = {
  tone: 'error',
  message: texts.problem.endedCode,
  hint: texts.problem.endedCodeHint,
}

function notFoundProblem(kind: keyof typeof texts.problem.notFoundHints): Problem {
  return { tone: 'warning', message: texts.problem.notFound, hint: texts.problem.notFoundHints[kind] }
}

/** Refuses a QR that is not ours, and offline also one of another business. Null if it can be sent. */
export function problemOfCode(code: ScannedCode | null, businessId: string): Problem | null {
  if (!code) return unknownCodeProblem
  const isForeign = code.businessId !== undefined && businessId !== '' && code.businessId !== businessId
  if (!isForeign || navigator.onLine !== false) return null
  return { tone: 'error', message: texts.problem.foreignCode, hint: texts.problem.unknownCodeHint }
}

export function fullOutboxProblem(why: keyof typeof actTexts.visit.full): Problem {
  return { tone: 'error', message: actTexts.visit.full[why], hint: actTexts.visit.fullHint }
}

/** The problem shown for a visit that was not stored. An authorized visit requires a network. */
export function notKeptProblem(error: unknown): Problem {
  if (!isApiError(error, 'OFFLINE')) {
    return { tone: 'error', message: texts.problem.visitFailed, hint: errorText(error) }
  }
  return { tone: 'warning', message: actTexts.visit.additionalFailed, hint: error.message }
}

function unknownPhoneProblem(phone: string): Problem {
  return { ...notFoundProblem('phone'), unknown: { phone } }
}

/** Text with digits is not used as the name of a new customer. */
export function unknownNameProblem(text: string): Problem {
  const problem = notFoundProblem('name')
  return /\d/.test(text) ? problem : { ...problem, unknown: { name: text } }
}

function sharedPhoneProblem(phone: string): Problem {
  const { several: message, severalHint: hint } = texts.problem
  return { tone: 'warning', message, hint, sharedPhone: phone }
}

export function searchProblem(error: unknown, phone?: string): Problem {
  if (isApiError(error) && error.status === 404)
    return phone ? unknownPhoneProblem(phone) : notFoundProblem('email')
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS')) return sharedPhoneProblem(phone)
  return { tone: 'error', message: texts.problem.searchFailed, hint: reasonOf(error) }
}

export function redeemRefusal(error: unknown): string {
  if (isApiError(error, 'WELCOME_NOT_COMBINABLE')) return texts.redeem.notCombinable
  if (isApiError(error, 'REWARD_NOT_PENDING')) return actTexts.reward.notPending
  const reason = `${failureTitle(error, texts.redeem.failed)} ${reasonOf(error)}`.trim()
  return isOutcomeUnknown(error) ? `${reason} ${actTexts.reward.tryAgain}` : reason
}

function showAnswer(state: CounterState, answer: Answer): CounterState {
  return { ...state, answer, redemption: { state: 'none' }, confirmation: null, serial: state.serial + 1 }
}

/** Asks whether to redeem another reward today. The earlier redemption stays visible and can be undone. */
function askConfirmation(
  state: CounterState,
  { customerId, rewardId, question }: Extract<CounterAction, { type: 'confirmationNeeded' }>,
): CounterState {
  if (shownCustomerId(state.answer) !== customerId) return state
  const { redemption } = state
  return {
    ...state,
    redemption: redemption.state === 'busy' ? redemption.before : redemption,
    confirmation: { rewardId, question },
  }
}

/** True if one of the two rewards is the welcome discount, which cannot be combined. */
export function isExcludedBy(redemption: Redemption, kind: RewardKind): boolean {
  return redemption.state === 'done' && (kind === 'WELCOME' || redemption.kind === 'WELCOME')
}

function showRedemption(state: CounterState, customerId: string, redemption: Redemption): CounterState {
  if (shownCustomerId(state.answer) !== customerId) return state
  return { ...state, redemption, serial: state.serial + 1 }
}

/** Shows the visit as undone, also in place of a later scan's refusal. */
function showUndone(
  state: CounterState,
  { visitId, customerId }: Extract<CounterAction, { type: 'undone' }>,
): CounterState {
  const isOutdated = (other: RecentCustomer) =>
    other.visitId === visitId || (other.customerId === customerId && other.visitId === '')
  const recent = state.recent.filter((other) => !isOutdated(other))
  const isShown = shownCustomerId(state.answer) === customerId
  return { ...(isShown ? showAnswer(state, { kind: 'found', customerId }) : state), recent }
}

/**
 * Shows the outcome if the counter awaits the visit, shows it, or is idle. A visit that is sent much later
 * must not replace the current customer.
 */
function showOutcome(state: CounterState, event: OutboxEvent, answer: Answer): CounterState {
  const { key } = event.visit
  const { answer: shownAnswer } = state
  const isAwaited = state.keys.includes(key)
  const isShown = shownAnswer.kind === 'kept' && shownAnswer.visit.key === key
  const isNews = shownAnswer.kind === 'idle' && isRecent(event)
  const others = { ...state, keys: withoutKey(state.keys, key) }
  return isAwaited || isShown || isNews ? showAnswer(others, answer) : others
}

/** True for a visit registered soon after its scan. After a page load, the counter no longer awaits its key. */
function isRecent(event: OutboxEvent): boolean {
  return event.type === 'registered' && event.at - event.visit.scannedAt < recentPeriod
}

function withoutKey(keys: readonly string[], key: string): string[] {
  return keys.filter((other) => other !== key)
}

function registeredAnswer(visit: RegisteredVisit): Answer {
  const { customerId, customerName: name } = visit
  return { kind: 'registered', customerId, name, unstampedVisit: isStamped(visit) ? null : visit }
}

function keptAnswer(visit: WaitingVisit): Answer {
  return { kind: 'kept', visit, customerId: subjectId(visit) }
}

function addRecent(
  state: CounterState,
  { answer: visit, visit: waitingVisit, at: since }: Extract<OutboxEvent, { type: 'registered' }>,
): CounterState {
  if (visit.waiting) return state // the visit is of an earlier day
  const { id, customerId, customerName: name } = visit
  const hadVisitToday = !isStamped(visit)
  return prependRecent(state, {
    customerId,
    scannedId: subjectId(waitingVisit),
    name,
    visitId: hadVisitToday ? '' : id,
    since,
    hadVisitToday,
    servedBy: waitingVisit.servedBy ?? null,
  })
}

/** Lists a refused same-day visit too, if the customer's name is known. */
function addRefused(
  state: CounterState,
  { visit, refusal }: Extract<OutboxEvent, { type: 'refused' }>,
): CounterState {
  const { name, scannedAt: since } = visit
  const customerId = recentId(state, visit)
  if (!customerId || !name || !isSameDayVisit(toApiError(refusal))) return state
  return prependRecent(state, {
    customerId,
    scannedId: subjectId(visit),
    name,
    visitId: '',
    since,
    hadVisitToday: true,
    servedBy: null,
  })
}

function prependRecent(state: CounterState, customer: RecentCustomer): CounterState {
  const { customerId, scannedId } = customer
  const others = state.recent.filter(
    (other) => other.customerId !== customerId && (scannedId === null || other.scannedId !== scannedId),
  )
  return { ...state, recent: [customer, ...others].slice(0, maxRecent) }
}

/** The id of the visit's customer; null if the visit is by phone, or if another page has the id. */
function subjectId({ subject, recordId, idHash }: WaitingVisit): string | null {
  return 'phone' in subject || (idHash && !recordId) ? null : subject.customerId
}

/** The customer's id if the same QR identified them before, otherwise the visit's. */
function recentId({ recent }: CounterState, visit: WaitingVisit): string | null {
  const id = subjectId(visit)
  return recent.find(({ scannedId }) => id !== null && scannedId === id)?.customerId ?? id
}

function refusedAnswer(state: CounterState, visit: WaitingVisit, refusal: Refusal): Answer {
  const { subject } = visit
  const error = toApiError(refusal)
  const phone = 'phone' in subject ? subject.phone : undefined
  if (isSameDayVisit(error)) {
    return { kind: 'sameDay', customerId: recentId(state, visit), phone: phone ?? null, hint: hintOf(error) }
  }
  if (error.code === 'QR_ENDED') return { kind: 'problem', ...endedCodeProblem }
  if (error.status === 404)
    return { kind: 'problem', ...(phone ? unknownPhoneProblem(phone) : notFoundProblem('qr')) }
  if (phone && isApiError(error, 'SEVERAL_CUSTOMERS'))
    return { kind: 'problem', ...sharedPhoneProblem(phone) }
  return { kind: 'problem', tone: 'error', message: failureOf(visit), hint: reasonOf(error) }
}

function failureOf({ subject, authorized }: WaitingVisit): string {
  if (authorized) return actTexts.visit.additionalFailed
  return 'phone' in subject ? texts.problem.byPhoneFailed : texts.problem.visitFailed
}

/** The message for the first invalid field, otherwise the general message. */
function reasonOf(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fieldErrors)[0] : undefined
  return field ?? errorText(error, '')
}
