import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { device, session, usePageSession } from '@/api'
import { isAdminLevel } from '@/api/session'
import { customersChanged } from '../changed'
import { aloneOnDevice } from './alone'
import { Outbox } from './outbox'
import { askToPersist } from './protection'
import { sendingFor } from './send'
import { sheltered } from './sheltered'
import { visitsOnDevice } from './store'
import { tallied } from './tallied'
import type { Tally } from './tallyCookie'
import { isWaiting, type WaitingVisit } from './waitingVisit'

const Context = createContext<Outbox | null>(null)

/** Sends what waits of the business that one acts on, whichever screen is open. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const held = usePageSession()
  const isOfNone = held === null || (held.role === 'SUPERADMIN' && held.businessId === null)
  const business = isOfNone ? null : (held.businessId ?? '')
  const { email: by = '', role = 'BARBER' } = held ?? {}
  const outbox = useMemo(
    () => (business === null ? null : outboxOf(business, by, isAdminLevel(role))),
    [business, by, role],
  )
  return <OutboxOf outbox={outbox}>{children}</OutboxOf>
}

/** Lets the screens below use an outbox, and keeps it sending as long as they are open. */
export function OutboxOf({ outbox, children }: { outbox: Outbox | null; children: ReactNode }) {
  const client = useQueryClient()
  useEffect(() => (outbox ? keepSending(outbox, client) : undefined), [outbox, client])
  return <Context value={outbox}>{children}</Context>
}

function outboxOf(businessId: string, by: string, mayAuthorise: boolean): Outbox {
  const name = `axioma.outbox ${businessId}`
  const send = sendingFor(() => session.current()?.businessId ?? '')
  const [store, alone] = [tallied(sheltered(visitsOnDevice()), businessId), aloneOnDevice(name)]
  return new Outbox({ businessId, by, mayAuthorise, store, send, alone, openChannel: () => channelOf(name) })
}

/** The outbox of the business that one acts on; null while there is none. */
export function useOutbox(): Outbox | null {
  return useContext(Context)
}

const nothing = (): readonly WaitingVisit[] => none
const none: readonly WaitingVisit[] = []
const nothingLost = () => null
const never = () => () => undefined

/** The visits of this device that have no answer yet, and those that were refused. */
export function useWaitingVisits(): readonly WaitingVisit[] {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox?.watch ?? never, outbox?.rows ?? nothing)
}

/** The visits that waited on this device and are lost, until somebody has seen it. */
export function useLostVisits(): Tally | null {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox?.watch ?? never, outbox?.lost ?? nothingLost)
}

/** Whether this device has visits without an answer, or refused ones; it tells of no change but that. */
export function useHasWaitingVisits(): boolean {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox?.watch ?? never, () => (outbox?.rows() ?? none).length > 0)
}

/** Sends whenever there may be a network again, and tells what registered visits have changed. The answer stops it. */
function keepSending(outbox: Outbox, client: QueryClient): () => void {
  const flush = () => outbox.flush()
  const listening = new AbortController()
  const { signal } = listening
  let asked = false
  const persist = () => {
    if (!asked) void askToPersist()
    asked = true
  }
  const stopListening = outbox.subscribe((event) => {
    if (event.type === 'registered') void customersChanged(client, event.answer)
    if (event.type === 'kept') persist()
  })
  const stopReading = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) outbox.reached()
  })
  const warn = (event: BeforeUnloadEvent) => {
    // Without a gesture before it browsers ask nobody, and complain.
    if (!navigator.userActivation?.hasBeenActive) return
    if (session.current() && outbox.rows().some(isWaiting)) event.preventDefault()
  }
  const stopTelling = outbox.watch(() => {
    const waiting = outbox.rows().filter(isWaiting)
    device.setWaiting(waiting.length, waiting[0]?.scannedAt ?? null)
  })
  outbox.start()
  window.addEventListener('beforeunload', warn, { signal })
  window.addEventListener('online', flush, { signal })
  window.addEventListener('pageshow', flush, { signal })
  document.addEventListener('visibilitychange', flush, { signal })
  return () => {
    outbox.stop()
    stopTelling()
    stopListening()
    stopReading()
    listening.abort()
  }
}

/** Tabs speak with each other where they take turns; elsewhere each keeps to itself. */
function channelOf(name: string): BroadcastChannel | null {
  return 'locks' in navigator ? new BroadcastChannel(name) : null
}
