import { keepOnlyDraftsOf } from '@/lib/drafts'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { learnClockSkew, serverNow } from './serverClock'
import { TabBusiness } from './tabBusiness'
import { parseTokenClaims } from './tokenClaims'
import type { Role, SignIn } from './types'

const storageKey = 'axioma.session'

/** How long a session that has run out goes on without a network, in milliseconds. */
const offlineGrace = 72 * 60 * 60_000

const roles: readonly Role[] = ['SUPERADMIN', 'OWNER', 'ADMIN', 'BARBER']

/** Who is signed in on this device. */
export interface Session {
  email: string
  role: Role
  token: string
  ready: true
  name?: string
  /** The business the person works for; for the operator of the platform the one chosen, if any. */
  businessId: string | null
}

/** Names the person and the business of a session; empty without one. What one identity saw is not shown to another. */
export function identityOf(session: Session | null): string {
  return session ? JSON.stringify([session.email, session.role, session.businessId]) : ''
}

/** Who somebody is, without what lets her in. */
export type SessionOwner = Pick<Session, 'email' | 'role'>

/** The session that this device keeps, for pages that only lead on; null when nobody is signed in. */
export function readStoredSession(): Session | null {
  return readSession(readStored(storageKey))
}

/** Why a sign-in was not taken, in words for people. */
export class SessionError extends Error {
  override readonly name = 'SessionError'
}

/** Whether the role may see whole phones and emails, create customers and use the tools of administration. */
export function isAdminLevel(role: Role): boolean {
  return role !== 'BARBER'
}

/** Whether the role may change the settings of a business. */
export function canChangeSettings(role: Role): boolean {
  return role === 'OWNER' || role === 'SUPERADMIN'
}

/** The session of this device: kept over reloads and shared by all its tabs, but for the business the operator acts on. */
export class SessionStore {
  #current: Session | null
  #lapsedFrom: SessionOwner | null = null
  #listeners = new Set<() => void>()
  #business = new TabBusiness()

  constructor() {
    const stored = readStored(storageKey)
    this.#current = this.#business.applyTo(readSession(stored))
    if (!this.#current) {
      this.#lapsedFrom = ownerOf(stored)
      removeStored(storageKey)
    }
    window.addEventListener('storage', (event) => {
      if (event.key === storageKey || event.key === null) this.#hear(readSession(readStored(storageKey)))
    })
  }

  /** The session, or null when nobody is signed in or the token has run out. */
  get = (): Session | null => (this.#current && !isEnded(this.#current.token) ? this.#current : null)

  /** The session that this page has, though it may have run out by this device's clock: the server judges. */
  current = (): Session | null => this.#current

  /** Whether there was a session that nobody ended: it ran out, or the server no longer takes it. */
  get isLapsed(): boolean {
    return this.lapsedOwner !== null
  }

  /** Whose session nobody ended, and is over; null where there is none. */
  get lapsedOwner(): SessionOwner | null {
    return this.#current && isEnded(this.#current.token) ? this.#current : this.#lapsedFrom
  }

  /** Takes the answer of a sign-in; throws a SessionError when it does not hold. */
  start(signIn: Partial<SignIn>): Session {
    const session = this.#business.applyTo(sessionFrom(signIn))
    this.#lapsedFrom = null
    keepOnlyDraftsOf(session.email)
    this.#replace(session)
    return session
  }

  /** Puts a fresh token in the place of the old one. */
  renew(token: string): void {
    if (!this.#current) return
    learnClockSkew(token)
    this.#replace({ ...this.#current, token })
  }

  /** Lets the operator of the platform act on a business, in this tab. */
  actOn(businessId: string | null): void {
    const current = this.#current
    if (current?.role !== 'SUPERADMIN' || current.businessId === businessId) return
    const acting = { ...current, businessId }
    this.#business.keep(acting)
    this.#replace(acting)
  }

  /** Forgets who was signed in. */
  end(): void {
    this.#business.forget()
    this.#forget(null)
  }

  /** Forgets who was signed in because the server no longer takes the token. */
  lapse(): void {
    this.#forget(this.#current ?? this.#lapsedFrom)
  }

  /** Calls `listener` at every change; the answer stops it. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over what another tab left. */
  #hear(left: Session | null): void {
    const session = this.#business.applyTo(left)
    if (JSON.stringify(session) !== JSON.stringify(this.#current)) this.#set(session)
  }

  #forget(lapsedFrom: SessionOwner | null): void {
    this.#lapsedFrom = lapsedFrom
    removeStored(storageKey)
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

function readSession(stored: unknown): Session | null {
  if (typeof stored !== 'object' || stored === null) return null
  const fields = stored as Record<string, unknown>
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

function ownerOf(stored: unknown): SessionOwner | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { token, email, role } = stored as Record<string, unknown>
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

/**
 * Whether a session holds no more. Without a network nobody can sign in anew: it goes on then for as long as visits may wait,
 * and the server judges it when it can be reached.
 */
function isEnded(token: string): boolean {
  const since = timeSinceExpiry(token)
  return since >= 0 && (navigator.onLine !== false || since > offlineGrace)
}

/** For how long a token has run out by the server's clock, in milliseconds; less than nothing while it holds. */
function timeSinceExpiry(token: string): number {
  const { exp } = parseTokenClaims(token)
  return typeof exp === 'number' ? serverNow() - exp * 1000 : Number.NEGATIVE_INFINITY
}
