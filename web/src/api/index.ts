import { createContext, use, useSyncExternalStore } from 'react'
import { automaticHeaders } from './automaticCalls'
import { createApi } from './client'
import { confirmedFetch } from './confirmedFetch'
import { IdentityConfirmation } from './identityConfirmation'
import { DeviceStore, type NamedDevice } from './namedDevice'
import { identityOf, type Session, SessionStore } from './session'
import { rejectStaleResponses } from './staleResponses'

export const session = new SessionStore()

export const device = new DeviceStore()

export const identityConfirmation = new IdentityConfirmation()

/** Calls with the staff session. A rejected session ends, and its subscribers are notified. */
export const api = createApi({
  caller: () => {
    const current = session.current()
    return (
      current && {
        token: current.token,
        actingOn: current.role === 'SUPERADMIN' ? current.businessId : null,
      }
    )
  },
  headers: () => ({ ...device.headers(), ...automaticHeaders() }),
  wrapFetch: confirmedFetch(
    async () => ((await identityConfirmation.ask()) && session.current()?.token) || null,
  ),
  onAnswered: () => device.recordResponse(),
  onRefused: (token, code) => {
    // A late response to an earlier session must not end the current one.
    if (session.current()?.token !== token) return
    if (code !== 'DEVICE_REVOKED') return session.lapse()
    device.revoke()
    session.end()
  },
})
api.use(rejectStaleResponses(() => identityOf(session.current())))

/** The token of the session; empty when signed out. */
export function currentToken(): string {
  return session.current()?.token ?? ''
}

export function businessKey<const Parts extends readonly unknown[]>(...parts: Parts) {
  return [session.current()?.businessId ?? '', ...parts] as const
}

export function useSession(): Session | null {
  return useSyncExternalStore(session.subscribe, session.get)
}

export function useDevice(): NamedDevice | null {
  return useSyncExternalStore(device.subscribe, device.get)
}

/** The page's session, even after its token has expired, so that an open screen does not break. */
export function usePageSession(): Session | null {
  return useSyncExternalStore(session.subscribe, session.current)
}

const SessionContext = createContext<Session | null>(null)

/** Provides one session to all screens below, so that none breaks if the session ends during a render. */
export const SignedInSession = SessionContext.Provider

export function useSignedIn(): Session {
  const pageSession = usePageSession()
  const current = use(SessionContext) ?? pageSession
  if (!current) throw new Error('this screen needs a session; its route must guard it')
  return current
}
