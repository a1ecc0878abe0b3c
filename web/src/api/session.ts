import { keepOnlyDraftsOf } from '@/lib/drafts'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { learnClockSkew, serverNow } from './serverClock'
import { TabBusiness } from './tabBusiness'
import { parseTokenClaims } from './tokenClaims'
import type { Business, Role, SignIn } from './types'

const storageKey = 'axioma.session'

/** Milliseconds for which an expired session continues offline. */
const offlineGrace = 72 * 60 * 60_000

const roles: readonly Role[] = ['SUPERADMIN', 'OWNER', 'ADMIN', 'BARBER']

export interface Session {
  email: string
  role: Role
  token: string
  ready: true
  name?: string
  /** An operator's chosen business, or null. */
  businessId: string | null
}

/** Identifies user and business; empty without a session. Data of one identity must not be shown to another. */
export function identityOf(session: Session | null): string {
  return session ? JSON.stringify([session.email, session.role, session.businessId]) : ''
}

export type SessionOwner = Pick<Session, 'email' | 'role'>

export function readStoredSession(): Session | null {
  return readSession(readStored(storageKey))
}

/** Why a sign-in was not accepted, in text for users. */
export class SessionError extends Error {
  override readonly name = 'SessionError'
}

export function isAdminLevel(role: Role): boolean {
  return role !== 'BARBER'
}

/** True if the user may enter the stamps of paper cards. The owner may allow it to barbers. */
export function mayEnterOpenings(
  role: Role,
  business: Pick<Business, 'barberOpenings'> | null | undefined,
): boolean {
  return isAdminLevel(role) || business?.barberOpenings === true
}

export function canChangeSettings(role: Role): boolean {
  return role === 'OWNER' || role === 'SUPERADMIN'
}

/** The staff session, stored in the browser for all tabs. Only the operator's chosen business is per tab. */
export class SessionStore {
  #current: Session | null
  #lapsedFrom: SessionOwner | null = null
  #listeners = new Set<() => void>()
  #business = new TabBusiness()

  constructor() {
    const storedValue = readStored(storageKey)
    this.#current = this.#business.applyTo(readSession(storedValue))
    if (!this.#current) this.#forget(ownerOf(storedValue))
    window.addEventListener('storage', (event) => {
      if (event.key === storageKey || event.key === null) this.#hear(readStored(storageKey))
    })
  }

  get = (): Session | null => (this.#current && !isEnded(this.#current.token) ? this.#current : null)

  /** The session. Its token may have expired by this device's clock, which may be wrong; the server decides. */
  current = (): Session | null => this.#current

  /** True if the session expired or was rejected; false if the user ended it. */
  get isLapsed(): boolean {
    return this.lapsedOwner !== null
  }

  /** The user of a lapsed session; otherwise null. */
  get lapsedOwner(): SessionOwner | null {
    return this.#current && isEnded(this.#current.token) ? this.#current : this.#lapsedFrom
  }

  /** Starts the session of a response. Throws a SessionError when it is invalid. */
  start(signIn: Partial<SignIn>): Session {
    const session = this.#business.applyTo(sessionFrom(signIn))
    this.#lapsedFrom = null
    keepOnlyDraftsOf(session.email)
    this.#replace(session)
    return session
  }

  renew(token: string): void {
    if (!this.#current) return
    learnClockSkew(token)
    this.#replace({ ...this.#current, token })
  }

  actOn(businessId: string | null): void {
    const current = this.#current
    if (current?.role !== 'SUPERADMIN' || current.businessId === businessId) return
    const acting = { ...current, businessId }
    this.#business.keep(acting)
    this.#replace(acting)
  }

  end(): void {
    this.#business.forget()
    this.#forget(null)
  }

  lapse(): void {
    this.#forget(this.#current ?? this.#lapsedFrom)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over the session that another tab has stored, or its lapse. */
  #hear(storedValue: unknown): void {
    const session = this.#business.applyTo(readSession(storedValue))
    if (JSON.stringify(session) !== JSON.stringify(this.#current)) {
      this.#lapsedFrom = storedValue === this.#current?.email ? this.#current : null
      this.#set(session)
    }
  }

  #forget(lapsedFrom: SessionOwner | null): void {
    this.#lapsedFrom = lapsedFrom
    // A lapse leaves the e-mail. Without it, other tabs would discard their input as after a sign-out.
    if (lapsedFrom) writeStored(storageKey, lapsedFrom.email)
    else removeStored(storageKey)
    if (this.#current) this.#set(null)
  }

  #replace(session: Session): void {
    writeStored(storageKey, session)
    this.#set(session)
  }

  #set(session: Session | null): void {
    this.#current = session
    for (const listener of this.#listeners) listener()
  }
}

function sessionFrom(signIn: Partial<SignIn>): Session {
  const token = signIn.access_token || signIn.token
  if (!token) throw new SessionError('Token ausente en la respuesta')
  learnClockSkew(token)
  if (isExpired(token)) throw new SessionError('Sesión caducada. Inicia sesión de nuevo.')
  const claims = parseTokenClaims(token)
  const name = signIn.name || textOf(claims.name)
  return {
    email: signIn.email || textOf(claims.email),
    role: roleOf(signIn.role || claims.role),
    token,
    ready: true,
    ...(name && { name }),
    businessId: signIn.businessId || textOf(claims.businessId) || textOf(claims.bizId) || null,
  }
}

function readSession(storedValue: unknown): Session | null {
  const fields = Object(storedValue) as Record<string, unknown>
  const token = textOf(fields.token)
  if (!token || isEnded(token)) return null
  const name = textOf(fields.name)
  return {
    email: textOf(fields.email),
    role: roleOf(fields.role),
    token,
    ready: true,
    ...(name && { name }),
    businessId: textOf(fields.businessId) || null,
  }
}

function ownerOf(storedValue: unknown): SessionOwner | null {
  const { token, email, role } = Object(storedValue) as Record<string, unknown>
  return textOf(token) ? { email: textOf(email), role: roleOf(role) } : null
}

function roleOf(value: unknown): Role {
  const name = textOf(value).toUpperCase()
  return roles.find((role) => role === name) ?? 'BARBER'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isExpired(token: string): boolean {
  return timeSinceExpiry(token) >= 0
}

/** Offline, an expired session continues for the grace period, because a new sign-in needs the network. */
function isEnded(token: string): boolean {
  const since = timeSinceExpiry(token)
  return since >= 0 && (navigator.onLine !== false || since > offlineGrace)
}

/** Milliseconds by the server's clock; negative while valid. */
function timeSinceExpiry(token: string): number {
  const { exp } = parseTokenClaims(token)
  return typeof exp === 'number' ? serverNow() - exp * 1000 : Number.NEGATIVE_INFINITY
}
