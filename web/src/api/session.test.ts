// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inSeconds, tokenWith } from '@/test/token'
import { SessionError, SessionStore } from './session'

const valid = tokenWith({ exp: inSeconds(3600) })
const stored = () => JSON.parse(localStorage.getItem('axioma.session') ?? 'null')
const keep = (value: unknown) => localStorage.setItem('axioma.session', JSON.stringify(value))

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})

describe('a stored session', () => {
  test('is taken up again', () => {
    keep({ email: 'ana@x.test', role: 'owner', token: valid, ready: true, businessId: 'b1' })
    expect(new SessionStore().get()).toEqual({
      email: 'ana@x.test',
      role: 'OWNER',
      token: valid,
      ready: true,
      businessId: 'b1',
    })
  })

  test.each([
    ['has no token', { email: 'ana@x.test', role: 'OWNER' }],
    ['is not an object', 'ana'],
    ['has run out', { role: 'OWNER', token: tokenWith({ exp: inSeconds(-1) }) }],
  ])('is deleted when it %s', (_name, value) => {
    keep(value)
    expect(new SessionStore().get()).toBeNull()
    expect(stored()).toBeNull()
  })

  test('is deleted when it is not JSON', () => {
    localStorage.setItem('axioma.session', '{"token":')
    expect(new SessionStore().get()).toBeNull()
    expect(localStorage.getItem('axioma.session')).toBeNull()
  })

  test('with an unknown role is that of a barber', () => {
    keep({ role: 'JEFE', token: valid })
    expect(new SessionStore().get()?.role).toBe('BARBER')
  })
})

describe('signing in', () => {
  test('keeps who it is', () => {
    const store = new SessionStore()
    store.start({ token: valid, role: 'ADMIN', email: 'ana@x.test', name: 'Ana', businessId: 'b1' })
    expect(store.get()).toMatchObject({ role: 'ADMIN', name: 'Ana', businessId: 'b1' })
    expect(stored()).toEqual(store.get())
  })

  test('reads from the token what the answer leaves out', () => {
    const token = tokenWith({
      exp: inSeconds(60),
      role: 'superadmin',
      bizId: 'b2',
      name: 'Íñigo',
      email: 'i@x.test',
    })
    expect(new SessionStore().start({ access_token: token })).toMatchObject({
      role: 'SUPERADMIN',
      businessId: 'b2',
      name: 'Íñigo',
      email: 'i@x.test',
    })
  })

  test('reads the business from the token by its other name, and a role that is left empty', () => {
    const token = tokenWith({ exp: inSeconds(60), role: 'owner', businessId: 'b3' })
    const answered = { token, role: '' as never, businessId: null }
    expect(new SessionStore().start(answered)).toMatchObject({ role: 'OWNER', businessId: 'b3' })
  })

  test('refuses an answer without a token', () => {
    const start = () => new SessionStore().start({ role: 'ADMIN' })
    expect(start).toThrow(new SessionError('Token ausente en la respuesta'))
  })

  test('refuses a token that has run out', () => {
    const start = () => new SessionStore().start({ token: tokenWith({ exp: inSeconds(-5) }) })
    expect(start).toThrow(new SessionError('Sesión caducada. Inicia sesión de nuevo.'))
    expect(stored()).toBeNull()
  })
})

describe('a device whose clock is wrong', () => {
  const hour = 3600
  const days = 2 * 24 * hour

  test.each([
    ['two days ahead', days],
    ['two days behind', -days],
  ])('and %s holds a session for as long as the server does', (_name, ahead) => {
    vi.useFakeTimers({ now: Date.now() })
    const issued = inSeconds(-ahead)
    const store = new SessionStore()
    store.start({ token: tokenWith({ iat: issued, exp: issued + hour }), role: 'ADMIN' })
    vi.advanceTimersByTime(50 * 60_000)
    expect(store.get()).not.toBeNull()
    expect(new SessionStore().get(), 'after a reload').not.toBeNull()
    vi.advanceTimersByTime(11 * 60_000)
    expect(store.get()).toBeNull()
  })

  test('is judged anew at each sign-in', () => {
    const store = new SessionStore()
    store.start({ token: tokenWith({ iat: inSeconds(-days), exp: inSeconds(hour - days) }), role: 'ADMIN' })
    store.start({ token: tokenWith({ iat: inSeconds(0), exp: inSeconds(hour) }), role: 'ADMIN' })
    expect(store.get()).not.toBeNull()
    expect(localStorage.getItem('axioma.clock-skew')).toBeNull()
  })

  test('refuses a token that was issued after its own end', () => {
    const token = tokenWith({ iat: inSeconds(0), exp: inSeconds(-5) })
    expect(() => new SessionStore().start({ token })).toThrow('Sesión caducada')
  })
})

describe('a session that lapsed', () => {
  test('has lapsed when it ran out before the page was opened', () => {
    keep({ role: 'OWNER', token: tokenWith({ exp: inSeconds(-1) }) })
    expect(new SessionStore().isLapsed).toBe(true)
    expect(new SessionStore().isLapsed).toBe(false)
  })

  test('lapses when the server rejects it, until the next sign-in or sign-out', () => {
    const store = new SessionStore()
    store.start({ token: valid })
    store.lapse()
    expect([store.get(), store.isLapsed, stored()]).toEqual([null, true, null])
    store.start({ token: valid })
    expect(store.isLapsed).toBe(false)
    store.lapse()
    store.end()
    expect(store.isLapsed).toBe(false)
  })

  test('is told apart from none', () => {
    expect(new SessionStore().isLapsed).toBe(false)
  })
})

test('a session that runs out while the page is open is over', () => {
  vi.useFakeTimers({ now: Date.now() })
  const store = new SessionStore()
  store.start({ token: tokenWith({ exp: inSeconds(60) }), role: 'ADMIN' })
  vi.advanceTimersByTime(61_000)
  expect(store.get()).toBeNull()
})

describe('without a network', () => {
  const hour = 3600
  const offline = (onLine: boolean) =>
    vi.stubGlobal('navigator', Object.create(navigator, { onLine: { value: onLine } }))

  test('an expired session continues offline, also after a reload', () => {
    offline(false)
    keep({ role: 'BARBER', token: tokenWith({ exp: inSeconds(-71 * hour) }) })
    const store = new SessionStore()
    expect(store.get()?.role).toBe('BARBER')
    expect(store.isLapsed).toBe(false)
    expect(stored()).not.toBeNull()
    offline(true)
    expect(store.get()).toBeNull()
    expect(store.isLapsed).toBe(true)
  })

  test('it ends after 72 hours and cannot be started anew', () => {
    offline(false)
    keep({ role: 'BARBER', token: tokenWith({ exp: inSeconds(-72 * hour - 1) }) })
    expect(new SessionStore().get()).toBeNull()
    const start = () => new SessionStore().start({ token: tokenWith({ exp: inSeconds(-5) }) })
    expect(start).toThrow('Sesión caducada')
  })
})

test('ending tells those who listen and forgets', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'ADMIN' })
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.end()
  stop()
  store.end()
  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.get()).toBeNull()
  expect(stored()).toBeNull()
})

test('another tab that signs out signs this one out', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'ADMIN' })
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'axioma.session' }))
  expect(store.get()).toBeNull()
})

test('a fresh token takes the place of the old one', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'ADMIN', name: 'Ana' })
  const fresh = tokenWith({ exp: inSeconds(7200) })
  store.renew(fresh)
  expect(store.get()).toMatchObject({ token: fresh, name: 'Ana' })
  expect(stored().token).toBe(fresh)
})

test('choosing the business that is chosen already changes nothing', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'SUPERADMIN' })
  store.actOn('b9')
  const listener = vi.fn()
  store.subscribe(listener)
  store.actOn('b9')
  expect(listener).not.toHaveBeenCalled()
})

test('only the operator of the platform chooses a business', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'SUPERADMIN' })
  store.actOn('b9')
  expect(store.get()?.businessId).toBe('b9')
  store.start({ token: valid, role: 'OWNER', businessId: 'b1' })
  store.actOn('b9')
  expect(store.get()?.businessId).toBe('b1')
})
