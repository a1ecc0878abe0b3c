import { createContext, use, useSyncExternalStore } from 'react'
import { createApi } from './client'
import { DeviceStore, type NamedDevice } from './namedDevice'
import { identityOf, type Session, SessionStore } from './session'
import { rejectStaleResponses } from './staleResponses'

/** Who is signed in on this device. */
export const session = new SessionStore()

/** What this browser is called at its counter. */
export const device = new DeviceStore()

/** The calls of the signed-in app. When the server refuses the caller the session ends, and whoever listens to it reacts. */
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
  headers: device.headers,
  onAnswered: () => device.recordResponse(),
  onRefused: (token, code) => {
    // A late answer to an earlier session must not end the present one.
    if (session.current()?.token !== token) return
    if (code !== 'DEVICE_REVOKED') return session.lapse()
    device.revoke()
    session.end()
  },
})
api.use(rejectStaleResponses(() => identityOf(session.current())))

/** The cache key of something that belongs to a business: every one begins with the business that the session acts on. */
export function businessKey<const Parts extends readonly unknown[]>(...parts: Parts) {
  return [session.current()?.businessId ?? '', ...parts] as const
}

/** The session, kept up to date; null when nobody is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** What this browser is called at its counter, kept up to date; null while it has no name. */
export function useDevice(): NamedDevice | null {
  return useSyncExternalStore(device.subscribe, device.get)
}

/** The session of this page until it ends: a screen that is open does not break because a token runs out. */
export function usePageSession(): Session | null {
  return useSyncExternalStore(session.subscribe, session.current)
}

const SessionContext = createContext<Session | null>(null)

/**
 * Gives the screens below the session that they are drawn with, all the same one: drawing takes a while, and a session that
 * ends meanwhile would break those that come last.
 */
export const SignedInSession = SessionContext.Provider

/** The session of a screen that only signed-in people see. */
export function useSignedIn(): Session {
  const pageSession = usePageSession()
  const current = use(SessionContext) ?? pageSession
  if (!current) throw new Error('this screen needs a session; its route must guard it')
  return current
}
