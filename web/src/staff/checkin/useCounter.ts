import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { cachedName } from '@/acts/staff/cachedName'
import { useOutbox } from '@/acts/staff/outbox/OutboxProvider'
import { OutboxFull } from '@/acts/staff/outbox/outbox'
import type { OutboxEvent } from '@/acts/staff/outbox/sender'
import { isStamped } from '@/acts/staff/outbox/visitResponses'
import type { ServedBy, Subject, VisitRequest } from '@/acts/staff/outbox/waitingVisit'
import { needsConfirmation, useRewardActs } from '@/acts/staff/rewards'
import { useSnapshot } from '@/acts/staff/snapshot/SnapshotProvider'
import { snapshotLabel } from '@/acts/staff/snapshot/snapshotLabel'
import { texts as actTexts } from '@/acts/staff/texts'
import { useVisitActs } from '@/acts/staff/visits'
import { customerQueries, customerSearchQuery, lookUpByEmail, lookUpByPhone } from '@/api/customers'
import { isOutcomeUnknown } from '@/api/error'
import type { Customer, RegisteredVisit, Reward } from '@/api/types'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { stripInvisible } from '@/lib/fold'
import { codeFromScan } from '@/lib/qr'
import {
  type CounterAction,
  type CounterState,
  counterReducer,
  endedCodeProblem,
  fullOutboxProblem,
  initialState,
  notKeptProblem,
  problemOfCode,
  type RecentCustomer,
  redeemRefusal,
  searchProblem,
  shownCustomerId,
  unknownCodeProblem,
  unknownNameProblem,
} from './counterState'
import { giveFeedback } from './feedback'
import { ScanDebouncer, type ScanSource } from './scanDebouncer'
import { texts } from './texts'

export const matchLimit = 6

interface RewardOwner {
  id: string
  name: string
}

type UndoableVisit = Pick<RecentCustomer, 'name' | 'visitId' | 'customerId'>

type VisitDetails = Pick<VisitRequest, 'authorized' | 'notes' | 'code'>

export interface CounterController {
  state: CounterState
  /** Ignores repeated reads of the same QR. */
  scan: (content: string, source: ScanSource) => void
  addVisit: (subject: Subject, details?: VisitDetails) => void
  findByPhone: (phone: string) => Promise<void>
  findByEmail: (email: string) => Promise<void>
  /** Opens the only match. False if there are several. */
  findByText: (text: string) => Promise<boolean>
  /** Opens a card. Shows `read`, data already loaded, until the card is fetched. */
  open: (customerId: string, read?: Customer) => void
  close: () => void
  retry: () => void
  undo: (visit: UndoableVisit) => Promise<void>
  /** `besides` redeems even if another reward was redeemed today. */
  redeem: (customer: RewardOwner, reward: Reward, besides?: boolean) => Promise<void>
  keepReward: () => void
  takeBack: (customer: RewardOwner) => Promise<void>
  /** Sets who does the following services; null is the signed-in user. */
  serve: (servedBy: ServedBy | null) => void
  showServedBy: (visitId: string, servedBy: ServedBy) => void
}

export function useCounter(): CounterController {
  const client = useQueryClient()
  const outbox = useOutbox()
  const { state, now, dispatch } = useCounterState()
  const [sightings] = useState(() => new ScanDebouncer())
  const latest = useLatestSearch()
  const businessId = outbox?.businessId ?? ''
  const snapshot = useSnapshot()
  const servedBy = useRef<ServedBy | null>(null)
  const addVisit = useAddVisit(latest.cancel, client, servedBy, dispatch)

  useEffect(
    () => outbox?.subscribe((event) => handleOutboxEvent(event, client, now, dispatch)),
    [outbox, client, now, dispatch],
  )

  const find = useCallback(
    async (lookUp: () => Promise<Customer>, phone?: string) => {
      const isLatest = latest.begin()
      try {
        const customer = await lookUp()
        client.setQueryData(customerQueries.one(customer.id).queryKey, customer)
        if (isLatest()) dispatch({ type: 'open', customerId: customer.id })
      } catch (error) {
        if (isLatest()) dispatch({ type: 'problem', problem: searchProblem(error, phone) })
      }
    },
    [client, latest, dispatch],
  )

  const findByText = useCallback(
    async (text: string) => {
      const isLatest = latest.begin()
      try {
        const { items, total } = await searchToEnd(client, text)
        const [only] = items
        if (!isLatest() || total > 1) return total <= 1
        if (only) client.setQueryData(customerQueries.one(only.id).queryKey, only)
        dispatch(
          only
            ? { type: 'open', customerId: only.id }
            : { type: 'problem', problem: unknownNameProblem(text) },
        )
      } catch (error) {
        if (isLatest()) dispatch({ type: 'problem', problem: searchProblem(error) })
      }
      return true
    },
    [client, latest, dispatch],
  )

  return {
    state,
    scan: useCallback(
      (content, source) => {
        const code = codeFromScan(stripInvisible(content))
        if (!sightings.isNew(code?.customerId ?? content, source)) return
        const problem =
          code && snapshot?.hasEnded(code.customerId) ? endedCodeProblem : problemOfCode(code, businessId)
        if (code && !problem) return addVisit({ customerId: code.customerId }, { code })
        giveFeedback('error')
        dispatch({ type: 'problem', problem: problem ?? unknownCodeProblem })
      },
      [sightings, addVisit, businessId, snapshot, dispatch],
    ),
    addVisit,
    findByPhone: useCallback((phone) => find(() => lookUpByPhone(phone), phone), [find]),
    findByEmail: useCallback((email) => find(() => lookUpByEmail(email)), [find]),
    findByText,
    open: useCallback(
      (customerId, read) => {
        if (read) client.setQueryData(customerQueries.one(customerId).queryKey, read)
        dispatch({ type: 'open', customerId })
      },
      [client, dispatch],
    ),
    close: useCallback(() => dispatch({ type: 'close' }), [dispatch]),
    retry: useCallback(() => outbox?.flush(), [outbox]),
    undo: useUndo(dispatch),
    serve: useCallback((colleague) => {
      servedBy.current = colleague
    }, []),
    showServedBy: useCallback(
      (visitId, colleague) => dispatch({ type: 'servedByChanged', visitId, servedBy: colleague }),
      [dispatch],
    ),
    ...useRedemptions(dispatch, now),
  }
}

/** Searches with an observer: without one, further typing would cancel the shared query. */
async function searchToEnd(client: QueryClient, text: string) {
  const search = customerSearchQuery(text, matchLimit)
  const release = new QueryObserver(client, { ...search, enabled: false }).subscribe(() => undefined)
  try {
    return await client.fetchQuery(search)
  } finally {
    release()
  }
}

/**
 * `now` returns the latest state even before React renders it: responses may arrive between an
 * action and its render.
 */
function useCounterState() {
  const [state, setState] = useState(initialState)
  const latest = useRef(initialState)
  const dispatch = useCallback((act: CounterAction) => {
    latest.current = counterReducer(latest.current, act)
    setState(latest.current)
  }, [])
  return { state, now: useCallback(() => latest.current, []), dispatch }
}

/** Adds a visit with the customer's cached name. Reports a failure to store it. */
function useAddVisit(
  cancelSearch: () => void,
  client: QueryClient,
  servedBy: RefObject<ServedBy | null>,
  dispatch: Dispatch<CounterAction>,
) {
  const { keep } = useVisitActs()
  const snapshot = useSnapshot()
  const findKnown = useCallback(
    (id: string) => {
      const customer = snapshot?.get(id)
      const name = cachedName(client, id) ?? (customer ? snapshotLabel(customer) : undefined)
      return { ...(name && { name }), ...(customer && { recordId: customer.id }) }
    },
    [client, snapshot],
  )
  return useCallback(
    (subject: Subject, details: VisitDetails = {}) => {
      cancelSearch()
      const customerDetails = 'customerId' in subject ? findKnown(subject.customerId) : {}
      const servedByField = servedBy.current && { servedBy: servedBy.current }
      keep({ subject, ...details, ...customerDetails, ...servedByField }).catch((error: unknown) => {
        if (error instanceof OutboxFull) dispatch({ type: 'problem', problem: fullOutboxProblem(error.why) })
        else dispatch({ type: 'problem', problem: notKeptProblem(error) })
      })
    },
    [cancelSearch, findKnown, servedBy, dispatch, keep],
  )
}

/** Updates the panel. If it changed, gives feedback and identifies the customer of a refused visit by phone. */
function handleOutboxEvent(
  event: OutboxEvent,
  client: QueryClient,
  now: () => CounterState,
  dispatch: Dispatch<CounterAction>,
): void {
  const before = now().serial
  dispatch(event)
  if (now().serial === before) return
  if (event.type === 'registered') giveFeedback(feedbackOf(event.answer))
  if (event.type === 'kept' || event.type === 'refused') giveFeedback('warning')
  if (event.type === 'refused' && 'phone' in event.visit.subject) {
    void identifyPhone(event.visit.subject.phone, client, dispatch)
  }
}

function feedbackOf(visit: RegisteredVisit) {
  if (!isStamped(visit)) return 'warning'
  return visit.progress && visit.progress.rewards.length > 0 ? 'owed' : 'registered'
}

async function identifyPhone(
  phone: string,
  client: QueryClient,
  dispatch: Dispatch<CounterAction>,
): Promise<void> {
  try {
    const customer = await lookUpByPhone(phone)
    client.setQueryData(customerQueries.one(customer.id).queryKey, customer)
    dispatch({ type: 'identified', phone, customerId: customer.id })
  } catch {
    // The customer stays unknown; the refusal is shown without a name.
    return
  }
}

function useUndo(dispatch: Dispatch<CounterAction>) {
  const { undo } = useVisitActs()
  return useCallback(
    async ({ name, visitId, customerId }: UndoableVisit) => {
      try {
        await undo(visitId)
        notify.success(texts.undo.done(name), name)
        dispatch({ type: 'undone', visitId, customerId })
      } catch (error) {
        notify.error(error, texts.undo.failed)
      }
    },
    [undo, dispatch],
  )
}

/** Redeems and reverts. If the panel already shows another customer, a toast reports the result. */
function useRedemptions(dispatch: Dispatch<CounterAction>, now: () => CounterState) {
  const acts = useRewardActs()
  const isShown = useCallback((customerId: string) => shownCustomerId(now().answer) === customerId, [now])
  const redeem = useCallback(
    async ({ id: customerId, name }: RewardOwner, { id, kind }: Reward, besides = false) => {
      const { redemption } = now()
      if (redemption.state === 'busy') return
      if (!besides && redemption.state === 'done' && isShown(customerId)) {
        const announcement = texts.redeem.justGiven(redemption.kind)
        return dispatch({ type: 'confirmationNeeded', customerId, rewardId: id, question: announcement })
      }
      dispatch({ type: 'redeeming', customerId, rewardId: id })
      try {
        await acts.redeem(customerId, id, besides)
        giveFeedback('registered')
        dispatch({ type: 'redeemed', customerId, reward: { id, kind }, at: Date.now() })
        if (!isShown(customerId)) notify.success(texts.redeem.doneOf(kind, name))
      } catch (error) {
        if (needsConfirmation(error) && isShown(customerId)) {
          giveFeedback('warning')
          return dispatch({
            type: 'confirmationNeeded',
            customerId,
            rewardId: id,
            question: errorText(error),
          })
        }
        const message = redeemRefusal(error)
        giveFeedback('warning')
        dispatch({ type: 'notRedeemed', customerId, message, unsure: isOutcomeUnknown(error) && id })
        if (!isShown(customerId)) notify.warning(`${name}: ${message}`)
      }
    },
    [acts, dispatch, now, isShown],
  )
  const keepReward = useCallback(() => dispatch({ type: 'confirmationCancelled' }), [dispatch])
  const takeBack = useCallback(
    async ({ id: customerId, name }: RewardOwner) => {
      const { redemption } = now()
      if (redemption.state !== 'done') return
      try {
        await acts.takeBack(customerId, redemption.rewardId)
        dispatch({ type: 'takenBack', customerId, kind: redemption.kind })
        if (!isShown(customerId)) notify.success(texts.redeem.takenBackOf(redemption.kind, name))
      } catch (error) {
        notify.error(error, actTexts.reward.takeBackFailed)
      }
    },
    [acts, dispatch, now, isShown],
  )
  return { redeem, keepReward, takeBack }
}

/** Gives each search a number, so that responses of outdated searches are ignored. */
function useLatestSearch() {
  const [latest] = useState(() => {
    let current = 0
    return {
      begin: () => {
        const mine = ++current
        return () => mine === current
      },
      cancel: () => {
        current++
      },
    }
  })
  useEffect(() => latest.cancel, [latest])
  return latest
}
