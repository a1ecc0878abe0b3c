import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { lazyScreen } from '@/kit/lazyScreen'
import { toastQueue } from '@/kit/notify'
import { inSeconds, tokenWith } from '@/test/token'
import { preloadCounter } from './preloadCounter'
import { createAppRouter } from './router'

const router = createAppRouter()
const counter = router.routesByPath['/staff/checkin']
const { component: ownScreen } = counter.options
const came = { Screen: () => null }
const file = vi.fn(async () => came)
const signIn = () =>
  session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'BARBER', email: 'ana@x.test' })

beforeEach(() => {
  vi.useFakeTimers()
  file.mockClear()
  counter.options.component = lazyScreen(file, 'Screen')
})
afterEach(() => {
  vi.useRealTimers()
  counter.options.component = ownScreen
})

test('the counter is at hand for who is signed in, once the page has been drawn', () => {
  signIn()
  const stop = preloadCounter(router)
  expect(file).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(file).toHaveBeenCalledOnce()
  stop()
})

test('the counter is at hand for who signs in, and is nothing to anybody else', () => {
  const stop = preloadCounter(router)
  vi.runAllTimers()
  expect(file).not.toHaveBeenCalled()
  signIn()
  expect(file).toHaveBeenCalledOnce()
  stop()
})

test('what shows messages comes after the counter, which is to be used first, and then what keeps it', async () => {
  const register = vi.fn(async () => ({ waiting: null }))
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  let messagesCame = () => {}
  let come = () => {}
  file.mockReturnValueOnce(
    new Promise((resolve) => {
      come = () => resolve(came)
    }),
  )
  const load = vi.spyOn(toastQueue, 'load').mockReturnValue(
    new Promise((resolve) => {
      messagesCame = resolve
    }),
  )
  signIn()
  const stop = preloadCounter(router)
  await vi.runAllTimersAsync()
  expect(load).not.toHaveBeenCalled()
  come()
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalled()
  expect(register).not.toHaveBeenCalled()
  messagesCame()
  await vi.runAllTimersAsync()
  expect(register).toHaveBeenCalled()
  stop()
})
