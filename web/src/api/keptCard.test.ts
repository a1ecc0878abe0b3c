// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownWith, signedIn } from '@/guest/portal/examples'
import { keepCard, keepQr, keptCard, keptQr } from './keptCard'
import { endPortal, startPortal } from './portalSession'

const address = 'http://axioma.test/api/public/customers/c1234567890abcdef/qr.png'
const answers = vi.fn<() => Promise<Pick<Response, 'ok' | 'blob'>>>()
const blob = async () => new Blob(['a picture'], { type: 'image/png' })

beforeEach(() => {
  answers.mockReset().mockResolvedValue({ ok: true, blob })
  vi.stubGlobal('fetch', answers)
  startPortal(signedIn)
})
afterEach(() => localStorage.clear())

test('her card and her QR are kept as they were last', async () => {
  keepCard(ownWith({ count: 4 }), 1_000)
  await keepQr(address)
  expect(keptCard()).toEqual({ own: ownWith({ count: 4 }), at: 1_000 })
  expect(keptQr(address)).toMatch(/^data:/)
  await keepQr(address)
  expect(answers, 'what is kept is not asked for again').toHaveBeenCalledOnce()
  expect(keptQr(`${address}?another`)).toBeNull()
})

test('nothing stays of whoever has left, nor is shown to whoever comes next', async () => {
  keepCard(ownWith(), 1_000)
  await keepQr(address)
  startPortal({ ...signedIn, customerId: 'another' })
  expect([keptCard(), keptQr(address)]).toEqual([null, null])
  startPortal(signedIn)
  keepCard(ownWith(), 1_000)
  endPortal()
  expect(localStorage).toHaveLength(0)
})

test('of a session that another tab has changed nothing of the former is shown', () => {
  keepCard(ownWith(), 1_000)
  localStorage.setItem('axioma.portal', JSON.stringify({ token: 'other', customerId: 'another' }))
  expect(keptCard()).toBeNull()
})

test('a session that does not say whose it is keeps nothing', async () => {
  startPortal({ ...signedIn, customerId: '' })
  keepCard(ownWith(), 1_000)
  await keepQr(address)
  expect(Object.keys(localStorage)).toEqual(['axioma.portal'])
})

test('a picture that does not come, or comes when she has left, is not kept', async () => {
  answers.mockResolvedValueOnce({ ok: false, blob }).mockRejectedValueOnce(new TypeError('no network'))
  await keepQr(address)
  await keepQr(address)
  const late = keepQr(address)
  endPortal()
  await late
  expect(localStorage).toHaveLength(0)
})
