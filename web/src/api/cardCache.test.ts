// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownWith, signedIn } from '@/guest/portal/examples'
import { cacheCard, cacheQr, readCachedCard, readCachedQr } from './cardCache'
import { endPortalSession, startPortalSession } from './portalSession'

const address = 'http://axioma.test/api/public/customers/c1234567890abcdef/qr.png'
const answers = vi.fn<() => Promise<Pick<Response, 'ok' | 'blob'>>>()
const blob = async () => new Blob(['a picture'], { type: 'image/png' })

beforeEach(() => {
  answers.mockReset().mockResolvedValue({ ok: true, blob })
  vi.stubGlobal('fetch', answers)
  startPortalSession(signedIn)
})
afterEach(() => localStorage.clear())

test('the last card and QR are cached', async () => {
  cacheCard(ownWith({ count: 4 }), 1_000)
  await cacheQr(address)
  expect(readCachedCard()).toEqual({ own: ownWith({ count: 4 }), at: 1_000 })
  expect(readCachedQr(address)).toMatch(/^data:/)
  await cacheQr(address)
  expect(answers, 'the cached picture is not fetched again').toHaveBeenCalledOnce()
  expect(readCachedQr(`${address}?another`)).toBeNull()
})

// Spec: portal-17
test('the cache is cleared on sign-out and never shown to the next customer', async () => {
  cacheCard(ownWith(), 1_000)
  await cacheQr(address)
  startPortalSession({ ...signedIn, customerId: 'another' })
  expect([readCachedCard(), readCachedQr(address)]).toEqual([null, null])
  startPortalSession(signedIn)
  cacheCard(ownWith(), 1_000)
  endPortalSession()
  expect(localStorage).toHaveLength(0)
})

test('nothing of the former customer is shown after another tab changes the session', () => {
  cacheCard(ownWith(), 1_000)
  localStorage.setItem('axioma.portal', JSON.stringify({ token: 'other', customerId: 'another' }))
  expect(readCachedCard()).toBeNull()
})

test('a session without a customer caches nothing', async () => {
  startPortalSession({ ...signedIn, customerId: '' })
  cacheCard(ownWith(), 1_000)
  await cacheQr(address)
  expect(Object.keys(localStorage)).toEqual(['axioma.portal'])
})

test('a picture that fails or arrives after sign-out is not cached', async () => {
  answers.mockResolvedValueOnce({ ok: false, blob }).mockRejectedValueOnce(new TypeError('no network'))
  await cacheQr(address)
  await cacheQr(address)
  const lateCache = cacheQr(address)
  endPortalSession()
  await lateCache
  expect(localStorage).toHaveLength(0)
})
