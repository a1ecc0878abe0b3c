import { forgetDrafts } from '@/lib/drafts'
import { clearIdempotencyKeys } from '@/lib/idempotencyKeys'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { createApi } from './client'
import { textIn } from './parsing'
import { SessionError } from './session'
import { parseTokenClaims } from './tokenClaims'
import type { PortalSession } from './types'

const storageKey = 'axioma.portal'

export const cacheKeys = { card: 'axioma.portal.card', qr: 'axioma.portal.qr' } as const

export type StoredPortalSession = Pick<PortalSession, 'token' | 'customerId' | 'businessId' | 'qrUrl'>

export function readPortalSession(): StoredPortalSession | null {
  const storedSession = readStored(storageKey) as Partial<StoredPortalSession> | null
  const { token, customerId = '', businessId = '', qrUrl = '' } = storedSession ?? {}
  return token ? { token, customerId, businessId, qrUrl } : null
}

/** Stores a session. Ids may be in the token only. Throws a SessionError without a token. */
export function startPortalSession(openedSession: Partial<PortalSession> | undefined): void {
  const token = openedSession?.token || openedSession?.access_token
  if (!token) throw new SessionError('Token ausente en la respuesta')
  const { customerId, sub, businessId, bizId } = parseTokenClaims(token)
  endPortalSession()
  writeStored(storageKey, {
    token,
    customerId: openedSession.customerId || textIn(customerId) || textIn(sub) || '',
    businessId: openedSession.businessId || textIn(businessId) || textIn(bizId) || '',
    qrUrl: openedSession.qrUrl || '',
  })
}

/** Ends the session and removes the customer's cached data. */
export function endPortalSession(): void {
  removeStored(storageKey)
  forgetDrafts()
  clearIdempotencyKeys()
  for (const key of Object.values(cacheKeys)) removeStored(key)
}

export const portalApi = createApi({
  caller: () => {
    const session = readPortalSession()
    return session && { token: session.token, actingOn: null }
  },
})
