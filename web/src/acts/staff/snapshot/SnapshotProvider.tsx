import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { session, usePageSession } from '@/api'
import type { Session } from '@/api/session'
import { fetchSnapshot } from '@/api/snapshot'
import type { KnownCustomer } from '@/api/types'
import { encryptedDeviceStore } from './encryptedStore'
import { Snapshot } from './snapshot'

const Context = createContext<Snapshot | null>(null)

/** Milliseconds between two fetches of changes. */
const refreshInterval = 2 * 60_000

export function SnapshotProvider({ children }: { children: ReactNode }) {
  const owner = ownerOf(usePageSession())
  const [vault] = useState(encryptedDeviceStore)
  const snapshot = useMemo(
    () => (owner ? new Snapshot({ owner, store: vault, fetchPage: fetchSnapshot }) : null),
    [owner, vault],
  )
  useEffect(() => {
    // A sign-out erases the data. An expired session does not, because the same user may continue.
    if (!snapshot && !session.isLapsed) void vault.erase()
  }, [snapshot, vault])
  return <SnapshotScope snapshot={snapshot}>{children}</SnapshotScope>
}

export function SnapshotScope({ snapshot, children }: { snapshot: Snapshot | null; children: ReactNode }) {
  useEffect(() => {
    void snapshot?.open()
    return () => snapshot?.close()
  }, [snapshot])
  return <Context value={snapshot}>{children}</Context>
}

export function useSnapshot(): Snapshot | null {
  return useContext(Context)
}

export function useSnapshotCustomer(id: string | null): KnownCustomer | null {
  const snapshot = useSnapshot()
  const readCustomer = () => (id === null ? null : (snapshot?.get(id) ?? null))
  return useSyncExternalStore(snapshot?.watch ?? noSubscription, readCustomer)
}

export function useSnapshotRefresh(): void {
  const snapshot = useSnapshot()
  useEffect(() => (snapshot ? startRefreshing(snapshot) : undefined), [snapshot])
}

const noSubscription = () => () => undefined

function ownerOf(heldSession: Session | null): string | null {
  if (heldSession === null || (heldSession.role === 'SUPERADMIN' && heldSession.businessId === null))
    return null
  return JSON.stringify([heldSession.businessId, heldSession.email, heldSession.role])
}

function startRefreshing(snapshot: Snapshot): () => void {
  const refresh = () => {
    if (navigator.onLine !== false && document.visibilityState === 'visible') void snapshot.refresh()
  }
  const listening = new AbortController()
  const timer = setInterval(refresh, refreshInterval)
  window.addEventListener('online', refresh, { signal: listening.signal })
  void snapshot.open().then(refresh)
  return () => {
    listening.abort()
    clearInterval(timer)
  }
}
