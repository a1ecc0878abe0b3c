import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { device, session, usePageSession } from '@/api'
import { isAdminLevel } from '@/api/session'
import { refreshCustomers } from '../refreshCustomers'
import { deviceLock } from './deviceLock'
import { trackLosses } from './lossTracking'
import { mirroredStore } from './mirroredStore'
import { Outbox } from './outbox'
import { requestPersistence } from './protection'
import { businessSender } from './send'
import { deviceVisitStore } from './store'
import type { VisitCount } from './visitCountCookie'
import { isWaiting, type WaitingVisit } from './waitingVisit'

const Context = createContext<Outbox | null>(null)

export function OutboxProvider({ children }: { children: ReactNode }) {
  const pageSession = usePageSession()
  const isOfNone =
    pageSession === null || (pageSession.role === 'SUPERADMIN' && pageSession.businessId === null)
  const business = isOfNone ? null : (pageSession.businessId ?? '')
  const { email: by = '', role = 'BARBER' } = pageSession ?? {}
  const outbox = useMemo(
    () => (business === null ? null : createOutbox(business, by, isAdminLevel(role))),
    [business, by, role],
  )
  return <OutboxScope outbox={outbox}>{children}</OutboxScope>
}

export function OutboxScope({ outbox, children }: { outbox: Outbox | null; children: ReactNode }) {
  const client = useQueryClient()
  useEffect(() => (outbox ? keepSending(outbox, client) : undefined), [outbox, client])
  return <Context value={outbox}>{children}</Context>
}

function createOutbox(businessId: string, by: string, mayAuthorize: boolean): Outbox {
  const name = `axioma.outbox ${businessId}`
  const send = businessSender(() => session.current()?.businessId ?? '')
  const [store, alone] = [trackLosses(mirroredStore(deviceVisitStore()), businessId), deviceLock(name)]
  return new Outbox({
    businessId,
    by,
    mayAuthorize,
    store,
    send,
    runExclusive: alone,
    openChannel: () => channelOf(name),
  })
}

export function useOutbox(): Outbox | null {
  return useContext(Context)
}

const noVisits = (): readonly WaitingVisit[] => emptyList
const emptyList: readonly WaitingVisit[] = []
const nothingLost = () => null
const isDurableWithoutOutbox = () => true
const noSubscription = () => () => undefined

export function useWaitingVisits(): readonly WaitingVisit[] {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox?.watch ?? noSubscription, outbox?.rows ?? noVisits)
}

export function useLostVisits(): VisitCount | null {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox?.watch ?? noSubscription, outbox?.lostVisits ?? nothingLost)
}

/** Whether waiting visits outlast the page. */
export function useIsDurable(): boolean {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox?.watch ?? noSubscription, outbox?.isDurable ?? isDurableWithoutOutbox)
}

export function useHasWaitingVisits(): boolean {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox?.watch ?? noSubscription, () => (outbox?.rows() ?? emptyList).length > 0)
}

/**
 * Sends waiting visits whenever the network may be back. Refreshes queries after registered visits.
 * The returned function stops both.
 */
function keepSending(outbox: Outbox, client: QueryClient): () => void {
  const flush = () => outbox.flush()
  const listening = new AbortController()
  const { signal } = listening
  let asked = false
  const persist = () => {
    if (!asked) void requestPersistence()
    asked = true
  }
  const stopListening = outbox.subscribe((event) => {
    if (event.type === 'registered') void refreshCustomers(client, event.answer)
    if (event.type === 'kept') persist()
  })
  const stopReading = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      outbox.retryIfOffline()
  })
  const warn = (event: BeforeUnloadEvent) => {
    // Without user activation, browsers ignore the prompt and log a warning.
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

/** Only tabs that share a lock share a channel. */
function channelOf(name: string): BroadcastChannel | null {
  return 'locks' in navigator ? new BroadcastChannel(name) : null
}
