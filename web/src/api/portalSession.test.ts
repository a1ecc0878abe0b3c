// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '@/guest/portal/examples'
import { openIdempotencyKey } from '@/lib/idempotencyKeys'
import { tokenWith } from '@/test/token'
import { endPortalSession, readPortalSession, startPortalSession } from './portalSession'
import type { PortalSession } from './types'

const take = (raw: object) => startPortalSession(raw as PortalSession)

beforeEach(() => localStorage.clear())

// Spec: entities-3
test("stores token, customer and business under the portal's own key", () => {
  take(signedIn)
  expect(readPortalSession()).toEqual({
    token: 'token-of-ana',
    customerId: signedIn.customerId,
    qrUrl: signedIn.qrUrl,
    businessId: 'b1',
  })
  expect(localStorage.getItem('axioma.session')).toBeNull()
})

test.each(['token', 'access_token'])('accepts a token under the name %s', (name) => {
  take({ ...signedIn, token: undefined, access_token: undefined, [name]: 'other' })
  expect(readPortalSession()?.token).toBe('other')
})

// Spec: entities-3
test.each([
  [{ customerId: 'c1', businessId: 'b9' }, ['c1', 'b9']],
  [{ sub: 'c2', bizId: 'b8' }, ['c2', 'b8']],
  [{}, ['', '']],
])('reads the ids from the token when the response has none: %j', (claims, ids) => {
  take({ token: tokenWith(claims) })
  expect([readPortalSession()?.customerId, readPortalSession()?.businessId]).toEqual(ids)
})

// Spec: validation-3
test('rejects a response without a token', () => {
  expect(() => take({ ok: true })).toThrow('Token ausente en la respuesta')
  expect(() => startPortalSession(undefined as never)).toThrow('Token ausente en la respuesta')
  expect(readPortalSession()).toBeNull()
})

test('sign-out clears open idempotency keys, which may name children', () => {
  take(signedIn)
  openIdempotencyKey('own child {"name":"Leo"}')
  endPortalSession()
  expect(JSON.stringify(sessionStorage)).not.toContain('Leo')
})
