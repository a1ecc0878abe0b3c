// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '@/guest/portal/examples'
import { openKey } from '@/lib/openKeys'
import { tokenWith } from '@/test/token'
import { endPortal, portalSession, startPortal } from './portalSession'
import type { PortalSession } from './types'

const take = (said: object) => startPortal(said as PortalSession)

beforeEach(() => localStorage.clear())

test('token, customer and business are kept under a key of their own', () => {
  take(signedIn)
  expect(portalSession()).toEqual({
    token: 'token-of-ana',
    customerId: signedIn.customerId,
    qrUrl: signedIn.qrUrl,
    businessId: 'b1',
  })
  expect(localStorage.getItem('axioma.session')).toBeNull()
})

test.each(['token', 'access_token'])('the token may be named %s', (name) => {
  take({ ...signedIn, token: undefined, access_token: undefined, [name]: 'other' })
  expect(portalSession()?.token).toBe('other')
})

test.each([
  [{ customerId: 'c1', businessId: 'b9' }, ['c1', 'b9']],
  [{ sub: 'c2', bizId: 'b8' }, ['c2', 'b8']],
  [{}, ['', '']],
])('whose it is may stand in the token alone: %j', (claims, expected) => {
  take({ token: tokenWith(claims) })
  expect([portalSession()?.customerId, portalSession()?.businessId]).toEqual(expected)
})

test('an answer without a token opens nothing', () => {
  expect(() => take({ ok: true })).toThrow('Token ausente en la respuesta')
  expect(() => startPortal(undefined as never)).toThrow('Token ausente en la respuesta')
  expect(portalSession()).toBeNull()
})

test('who leaves takes along what she has asked for without an answer: it may name her children', () => {
  take(signedIn)
  openKey('own child {"name":"Leo"}')
  endPortal()
  expect(JSON.stringify(sessionStorage)).not.toContain('Leo')
})
