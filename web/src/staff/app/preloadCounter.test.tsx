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
const screenModule = { Screen: () => null }
const file = vi.fn(async () => screenModule)
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

test('the counter is preloaded after the first render of a signed-in user', () => {
  signIn()
  const stop = preloadCounter(router)
  expect(file).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(file).toHaveBeenCalledOnce()
  stop()
})

test('the counter is preloaded after a sign-in, and not before', () => {
  const stop = preloadCounter(router)
  vi.runAllTimers()
  expect(file).not.toHaveBeenCalled()
  signIn()
  expect(file).toHaveBeenCalledOnce()
  stop()
})

test('toasts load after the counter, and the service worker registers last', async () => {
  const register = vi.fn(async () => ({ waiting: null }))
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  let resolveMessages = () => {}
  let come = () => {}
  file.mockReturnValueOnce(
    new Promise((resolve) => {
      come = () => resolve(screenModule)
    }),
  )
  const load = vi.spyOn(toastQueue, 'load').mockReturnValue(
    new Promise((resolve) => {
      resolveMessages = resolve
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
  resolveMessages()
  await vi.runAllTimersAsync()
  expect(register).toHaveBeenCalled()
  stop()
})
