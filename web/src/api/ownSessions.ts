import { queryOptions } from '@tanstack/react-query'
import { writeStored } from '@/lib/storage'
import { recordUserActivity } from '@/lib/userActivity'
import { api, businessKey } from '.'
import { automatic } from './automaticCalls'
import { unwrap } from './client'

export function ownSessionsQuery() {
  return queryOptions({
    queryKey: businessKey('own-sessions'),
    queryFn: async () => (await unwrap(api.GET('/auth/sessions'))).items,
  })
}

/** Seconds until the idle session ends. Null: the session has no idle timeout. Undefined: the request failed. */
export type IdleLeft = number | null | undefined

const renewalKey = 'axioma.session-renewed'

/** Asks for the remaining time without extending the session. A session that has ended lapses. */
export function readIdleLeft(): Promise<IdleLeft> {
  return idleLeft(automatic)
}

export async function renewSession(): Promise<IdleLeft> {
  recordUserActivity() // assistive software may click without an input event
  const secondsLeft = await idleLeft({})
  if (secondsLeft !== undefined) writeStored(renewalKey, Date.now())
  return secondsLeft
}

export function watchRenewals(onRenewal: () => void): () => void {
  const listen = ({ key }: StorageEvent) => key === renewalKey && onRenewal()
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

async function idleLeft(headers: Record<string, string>): Promise<IdleLeft> {
  try {
    return (await unwrap(api.GET('/auth/session', { headers }))).idleLeftSeconds ?? null
  } catch {
    return undefined
  }
}

/** Extends the session. */
export async function touchSession(): Promise<void> {
  await unwrap(api.GET('/auth/session')).catch(() => null)
}
