// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inSeconds, tokenWith } from '@/test/token'
import { SessionError, SessionStore } from './session'

const valid = tokenWith({ exp: inSeconds(3600) })
const storedSession = () => JSON.parse(localStorage.getItem('axioma.session') ?? 'null')
const keep = (value: unknown) => localStorage.setItem('axioma.session', JSON.stringify(value))

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})

describe('a stored session', () => {
  // Spec: entities-1, states-2, validation-1
  test('is restored', () => {
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
  ])('is deleted when it %s', (_name, value) => {
    keep(value)
    expect(new SessionStore().get()).toBeNull()
    expect(storedSession()).toBeNull()
  })

  // Spec: entities-1
  test('is deleted when it is not JSON', () => {
    localStorage.setItem('axioma.session', '{"token":')
    expect(new SessionStore().get()).toBeNull()
    expect(localStorage.getItem('axioma.session')).toBeNull()
  })

  // Spec: validation-1, roles-1
  test("with an unknown role becomes a barber's", () => {
    keep({ role: 'JEFE', token: valid })
    expect(new SessionStore().get()?.role).toBe('BARBER')
  })
})

describe('the sign-in', () => {
  // Spec: states-4, calls-9
  test('stores user and business', () => {
    const store = new SessionStore()
    store.start({ token: valid, role: 'ADMIN', email: 'ana@x.test', name: 'Ana', businessId: 'b1' })
    expect(store.get()).toMatchObject({ role: 'ADMIN', name: 'Ana', businessId: 'b1' })
    expect(storedSession()).toEqual(store.get())
  })

  // Spec: entities-2, calls-9
  test('takes from the token the fields that the response omits', () => {
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

  // Spec: entities-2
  test('accepts another claim for the business and an empty role', () => {
    const token = tokenWith({ exp: inSeconds(60), role: 'owner', businessId: 'b3' })
    const response = { token, role: '' as never, businessId: null }
    expect(new SessionStore().start(response)).toMatchObject({ role: 'OWNER', businessId: 'b3' })
  })

  // Spec: validation-3
  test('refuses a response without a token', () => {
    const start = () => new SessionStore().start({ role: 'ADMIN' })
    expect(start).toThrow(new SessionError('Token ausente en la respuesta'))
  })

  // Spec: validation-2
  test('refuses an expired token', () => {
    const start = () => new SessionStore().start({ token: tokenWith({ exp: inSeconds(-5) }) })
    expect(start).toThrow(new SessionError('Sesión caducada. Inicia sesión de nuevo.'))
    expect(storedSession()).toBeNull()
  })
})

describe('a device with a wrong clock', () => {
  const hour = 3600
  const days = 2 * 24 * hour

  test.each([
    ['two days ahead', days],
    ['two days behind', -days],
  ])('keeps a session as long as the server does, %s', (_name, ahead) => {
    vi.useFakeTimers({ now: Date.now() })
    const issuedAt = inSeconds(-ahead)
    const store = new SessionStore()
    store.start({ token: tokenWith({ iat: issuedAt, exp: issuedAt + hour }), role: 'ADMIN' })
    vi.advanceTimersByTime(50 * 60_000)
    expect(store.get()).not.toBeNull()
    expect(new SessionStore().get(), 'after a reload').not.toBeNull()
    vi.advanceTimersByTime(11 * 60_000)
    expect(store.get()).toBeNull()
  })

  test('measures the difference again at each sign-in', () => {
    const store = new SessionStore()
    store.start({ token: tokenWith({ iat: inSeconds(-days), exp: inSeconds(hour - days) }), role: 'ADMIN' })
    store.start({ token: tokenWith({ iat: inSeconds(0), exp: inSeconds(hour) }), role: 'ADMIN' })
    expect(store.get()).not.toBeNull()
    expect(localStorage.getItem('axioma.clock-skew')).toBeNull()
  })

  test('refuses a token issued after its own expiry', () => {
    const token = tokenWith({ iat: inSeconds(0), exp: inSeconds(-5) })
    expect(() => new SessionStore().start({ token })).toThrow('Sesión caducada')
  })
})

describe('a lapsed session', () => {
  test('leaves only the e-mail in the storage', () => {
    keep({ email: 'ana@x.test', role: 'OWNER', token: tokenWith({ exp: inSeconds(-1) }) })
    expect(new SessionStore().get()).toBeNull()
    expect(storedSession()).toBe('ana@x.test')
  })

  test('is recognized when it expired before the page was opened', () => {
    keep({ role: 'OWNER', token: tokenWith({ exp: inSeconds(-1) }) })
    expect(new SessionStore().isLapsed).toBe(true)
    expect(new SessionStore().isLapsed).toBe(false)
  })

  test('begins when the server rejects the token, and ends with the next sign-in or sign-out', () => {
    const store = new SessionStore()
    store.start({ token: valid, email: 'ana@x.test' })
    store.lapse()
    expect([store.get(), store.isLapsed, storedSession()]).toEqual([null, true, 'ana@x.test'])
    store.start({ token: valid })
    expect(store.isLapsed).toBe(false)
    store.lapse()
    store.end()
    expect([store.isLapsed, storedSession()]).toEqual([false, null])
  })

  // Spec: states-2
  test('differs from a missing session', () => {
    expect(new SessionStore().isLapsed).toBe(false)
  })
})

test('a session that expires while the page is open has ended', () => {
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

  test('an expired session continues, even after a reload', () => {
    offline(false)
    keep({ role: 'BARBER', token: tokenWith({ exp: inSeconds(-71 * hour) }) })
    const store = new SessionStore()
    expect(store.get()?.role).toBe('BARBER')
    expect(store.isLapsed).toBe(false)
    expect(storedSession()).not.toBeNull()
    offline(true)
    expect(store.get()).toBeNull()
    expect(store.isLapsed).toBe(true)
  })

  test('an expired session ends after 72 hours and cannot be restarted', () => {
    offline(false)
    keep({ role: 'BARBER', token: tokenWith({ exp: inSeconds(-72 * hour - 1) }) })
    expect(new SessionStore().get()).toBeNull()
    const start = () => new SessionStore().start({ token: tokenWith({ exp: inSeconds(-5) }) })
    expect(start).toThrow('Sesión caducada')
  })
})

test('ending a session notifies the subscribers and clears the storage', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'ADMIN' })
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.end()
  stop()
  store.end()
  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.get()).toBeNull()
  expect(storedSession()).toBeNull()
})

test('sign-out in another tab signs this tab out', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'ADMIN' })
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'axioma.session' }))
  expect(store.get()).toBeNull()
})

test('a renewed token replaces the old one', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'ADMIN', name: 'Ana' })
  const fresh = tokenWith({ exp: inSeconds(7200) })
  store.renew(fresh)
  expect(store.get()).toMatchObject({ token: fresh, name: 'Ana' })
  expect(storedSession().token).toBe(fresh)
})

test('choosing the current business again changes nothing', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'SUPERADMIN' })
  store.actOn('b9')
  const listener = vi.fn()
  store.subscribe(listener)
  store.actOn('b9')
  expect(listener).not.toHaveBeenCalled()
})

test('only the operator chooses a business', () => {
  const store = new SessionStore()
  store.start({ token: valid, role: 'SUPERADMIN' })
  store.actOn('b9')
  expect(store.get()?.businessId).toBe('b9')
  store.start({ token: valid, role: 'OWNER', businessId: 'b1' })
  store.actOn('b9')
  expect(store.get()?.businessId).toBe('b1')
})
