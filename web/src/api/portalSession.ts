import { forgetDrafts } from '@/lib/drafts'
import { clearIdempotencyKeys } from '@/lib/idempotencyKeys'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { createApi } from './client'
import { textIn } from './parsing'
import { SessionError } from './session'
import { parseTokenClaims } from './tokenClaims'
import type { PortalSession } from './types'

const storageKey = 'axioma.portal'

/** Under which the device keeps the last card and the QR of whoever is signed in. */
export const cacheKeys = { card: 'axioma.portal.card', qr: 'axioma.portal.qr' } as const

/** The customer who is signed in on this device; apart from the staff's session. */
export type StoredPortalSession = Pick<PortalSession, 'token' | 'customerId' | 'businessId' | 'qrUrl'>

/** The session of the customer, or null. */
export function readPortalSession(): StoredPortalSession | null {
  const stored = readStored(storageKey) as Partial<StoredPortalSession> | null
  const { token, customerId = '', businessId = '', qrUrl = '' } = stored ?? {}
  return token ? { token, customerId, businessId, qrUrl } : null
}

/** Takes what a code has opened; whose it is may stand in the token alone. Throws a SessionError without a token. */
export function startPortalSession(opened: Partial<PortalSession> | undefined): void {
  const token = opened?.token || opened?.access_token
  if (!token) throw new SessionError('Token ausente en la respuesta')
  const { customerId, sub, businessId, bizId } = parseTokenClaims(token)
  endPortalSession()
  writeStored(storageKey, {
    token,
    customerId: opened.customerId || textIn(customerId) || textIn(sub) || '',
    businessId: opened.businessId || textIn(businessId) || textIn(bizId) || '',
    qrUrl: opened.qrUrl || '',
  })
}

/** Forgets the customer on this device. */
export function endPortalSession(): void {
  removeStored(storageKey)
  forgetDrafts()
  clearIdempotencyKeys()
  for (const key of Object.values(cacheKeys)) removeStored(key)
}

/** The calls of the portal, made by the customer who is signed in. */
export const portalApi = createApi({
  caller: () => {
    const session = readPortalSession()
    return session && { token: session.token, actingOn: null }
  },
})
