import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'
import { askedAgain } from '@/api/askedAgain'
import {
  customerQueries,
  customerSearchQuery,
  lookUpByEmail,
  lookUpByPhone,
  redeemReward,
  registerVisit,
  registerVisitByPhone,
} from '@/api/customers'
import { isUnanswered } from '@/api/error'
import { undoVisit } from '@/api/records'
import type { Customer, Reward } from '@/api/types'
import { newIdempotencyKey } from '@/lib/ids'
import { notify } from '@/ui/notify'
import {
  atRest,
  type CheckIn,
  type CheckInAct,
  checkInReducer,
  customerIn,
  notFound,
  type Passed,
  redeemRefusal,
  searchProblem,
  unknownCode,
} from './checkIn'
import { giveFeedback } from './feedback'
import { Sightings, type Source } from './sightings'
import { texts } from './texts'
import { type QueueEvent, type Subject, type VisitJob, VisitQueue } from './visitQueue'
import type { WaitingVisits } from './waitingVisits'

/** How many matches of a search are shown. */
export const matchLimit = 6

/** Whose reward it is. */
interface Whose {
  id: string
  name: string
}

/** What can be done at the counter. */
export interface Counter {
  state: CheckIn
  /** Takes a customer's code that was scanned; one more look at the same code does nothing. */
  scan: (customerId: string, source: Source) => void
  /** Says that a code is none of ours. */
  reject: (content: string, source: Source) => void
  addVisit: (subject: Subject, authorized?: boolean) => void
  findByPhone: (phone: string) => Promise<void>
  findByEmail: (email: string) => Promise<void>
  /** Opens the one customer who matches; answers false when there are several to choose from. */
  findByText: (text: string) => Promise<boolean>
  /** Opens a card; who has been read already is shown at once. */
  open: (customerId: string, read?: Customer) => void
  close: () => void
  retry: () => void
  discard: () => void
  /** Takes a visit back that was registered a moment ago. */
  undo: (passed: Passed) => Promise<void>
  redeem: (customer: Whose, reward: Reward) => Promise<void>
}

/** The counter: its queue of visits, what the panel answers, and the acts of the person behind it. */
export function useCheckIn(waiting: WaitingVisits): Counter {
  const client = useQueryClient()
  const { state, now, dispatch } = useCounterState()
  const [{ queue, sightings }] = useState(() => ({
    queue: new VisitQueue({
      send: sendVisit,
      newKey: newIdempotencyKey,
      waiting,
      tell: (event) => hear(event, client, dispatch),
    }),
    sightings: new Sightings(),
  }))
  useRunning(queue)
  const latest = useLatestSearch()

  const addVisit = useCallback(
    (subject: Subject, authorized = false) => {
      latest.cancel()
      queue.add(subject, authorized)
    },
    [queue, latest],
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
        const { items, total } = await client.fetchQuery(customerSearchQuery(text, matchLimit))
        const [only] = items
        if (!isLatest() || total > 1) return total <= 1
        if (only) client.setQueryData(customerQueries.one(only.id).queryKey, only)
        dispatch(only ? { type: 'open', customerId: only.id } : { type: 'problem', problem: notFound })
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
      (customerId, source) => {
        if (sightings.isNew(customerId, source)) addVisit({ customerId })
      },
      [sightings, addVisit],
    ),
    reject: useCallback(
      (content, source) => {
        if (!sightings.isNew(content, source)) return
        giveFeedback('error')
        dispatch({ type: 'problem', problem: unknownCode })
      },
      [sightings, dispatch],
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
    retry: useCallback(() => queue.retry(), [queue]),
    discard: useCallback(() => {
      dispatch({ type: 'discarded' })
      queue.discard()
    }, [queue, dispatch]),
    undo: useUndo(client, dispatch),
    redeem: useRedeem(client, dispatch, now),
  }
}

/**
 * The state as it is drawn, and as it is `now`: an answer may come between the act that turns the panel to somebody else
 * and its drawing, and must not believe that it is still read where it will no longer stand.
 */
function useCounterState() {
  const [state, draw] = useState(atRest)
  const latest = useRef(atRest)
  const dispatch = useCallback((act: CheckInAct) => {
    latest.current = checkInReducer(latest.current, act)
    draw(latest.current)
  }, [])
  return { state, now: useCallback(() => latest.current, []), dispatch }
}

/** Keeps the queue going while the counter is there, and when the network comes back. */
function useRunning(queue: VisitQueue) {
  useEffect(() => {
    const start = () => queue.start()
    start()
    window.addEventListener('online', start)
    return () => {
      window.removeEventListener('online', start)
      queue.stop()
    }
  }, [queue])
}

function sendVisit({ key, subject, authorized }: VisitJob) {
  const details = authorized ? { key, authorized } : { key }
  return 'phone' in subject
    ? registerVisitByPhone(subject.phone, details)
    : registerVisit(subject.customerId, details)
}

/** Keeps what the visit's answer says, so that nothing has to be asked again, and tells the screen, the ear and the hand. */
function hear(event: QueueEvent, client: QueryClient, dispatch: Dispatch<CheckInAct>): void {
  if (event.type === 'registered') {
    const { customerId, progress } = event.visit
    void client.invalidateQueries({ queryKey: customerQueries.all(), refetchType: 'none' })
    const { queryKey } = customerQueries.progress(customerId)
    if (progress) client.setQueryData(queryKey, progress)
    else void client.invalidateQueries({ queryKey })
    giveFeedback(progress && progress.rewards.length > 0 ? 'owed' : 'registered')
  }
  if (event.type === 'refused') giveFeedback('warning')
  if (event.type === 'unanswered') giveFeedback('error')
  dispatch(event)
  if (event.type === 'refused' && 'phone' in event.job.subject) {
    void tellWhose(event.job.subject.phone, client, dispatch)
  }
}

async function tellWhose(phone: string, client: QueryClient, dispatch: Dispatch<CheckInAct>): Promise<void> {
  try {
    const customer = await lookUpByPhone(phone)
    client.setQueryData(customerQueries.one(customer.id).queryKey, customer)
    dispatch({ type: 'whose', phone, customerId: customer.id })
  } catch {
    // The refusal stands without a name.
    return
  }
}

function useUndo(client: QueryClient, dispatch: Dispatch<CheckInAct>) {
  return useCallback(
    async ({ customerId, name, visitId }: Passed) => {
      try {
        await undoVisit(visitId)
        notify.success(texts.undo.done(name))
        dispatch({ type: 'undone', visitId })
      } catch (error) {
        notify.error(error, texts.undo.failed)
      }
      await client.invalidateQueries({ queryKey: ['customers', customerId] })
    },
    [client, dispatch],
  )
}

function useRedeem(client: QueryClient, dispatch: Dispatch<CheckInAct>, now: () => CheckIn) {
  // A try that got no answer is repeated with its key, so that it counts once.
  const keys = useRef(new Map<string, string>())
  return useCallback(
    async (customer: Whose, reward: Reward) => {
      const { kind } = reward
      const customerId = customer.id
      const key = keys.current.get(reward.id) ?? newIdempotencyKey()
      keys.current.set(reward.id, key)
      dispatch({ type: 'redeeming', kind })
      const progress = customerQueries.progress(customerId)
      // The panel may be about somebody else by the time the answer comes.
      const isShown = () => customerIn(now().answer) === customerId
      try {
        const redeemed = await askedAgain(() => redeemReward(customerId, reward.id, key))
        if (redeemed?.progress) client.setQueryData(progress.queryKey, redeemed.progress)
        else void client.invalidateQueries({ queryKey: progress.queryKey })
        giveFeedback('registered')
        dispatch({ type: 'redeemed', customerId, kind })
        if (!isShown()) notify.success(texts.redeem.doneOf(kind, customer.name))
      } catch (error) {
        // The server answers a key as it did before, and tomorrow it may say yes.
        if (!isUnanswered(error)) keys.current.delete(reward.id)
        const message = redeemRefusal(error)
        giveFeedback('warning')
        dispatch({ type: 'notRedeemed', customerId, message })
        if (!isShown()) notify.warning(`${customer.name}: ${message}`)
        void client.invalidateQueries({ queryKey: progress.queryKey })
      }
    },
    [client, dispatch, now],
  )
}

/** Tells the answer of the latest search from those that come too late. */
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
