import { queryOptions } from '@tanstack/react-query'
import { writeStored } from '@/lib/storage'
import { recordUserActivity } from '@/lib/userActivity'
import { api, businessKey } from '.'
import { automatic } from './automaticCalls'
import { answer } from './client'

/** The devices on which the user is signed in. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: businessKey('own-sessions'),
    queryFn: async () => (await answer(api.GET('/auth/sessions'))).items,
  })
}

/** Seconds until a session ends for want of use; null: it ends otherwise, undefined: the server did not answer. */
export type IdleLeft = number | null | undefined

const renewalKey = 'axioma.session-renewed'

/** Reads how long the session lasts without use. The call itself is no use. An ended session lapses. */
export function readIdleLeft(): Promise<IdleLeft> {
  return idleLeft(automatic)
}

/** Renews the session and tells the other tabs. */
export async function renewSession(): Promise<IdleLeft> {
  recordUserActivity() // also for a press that no pointer and no key made, as with some assistive software
  const left = await idleLeft({})
  if (left !== undefined) writeStored(renewalKey, Date.now())
  return left
}

/** Calls when another tab has renewed the session; returns a function that stops it. */
export function watchRenewals(onRenewal: () => void): () => void {
  const listen = ({ key }: StorageEvent) => key === renewalKey && onRenewal()
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

async function idleLeft(headers: Record<string, string>): Promise<IdleLeft> {
  try {
    return (await answer(api.GET('/auth/session', { headers }))).idleLeftSeconds ?? null
  } catch {
    return undefined
  }
}

/** Tells the server that the session is in use. An ended one lapses, as at every call. */
export async function touchSession(): Promise<void> {
  await answer(api.GET('/auth/session')).catch(() => null)
}
