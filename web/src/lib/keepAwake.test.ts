// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '@/test/until'
import { keepAwake, whenVisible } from './keepAwake'

const release = vi.fn()
const request = vi.fn()
let stopping: AbortController

function setVisibility(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  stopping = new AbortController()
  release.mockReset()
  request.mockReset().mockResolvedValue({ release })
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})

afterEach(() => {
  stopping.abort()
  Reflect.deleteProperty(navigator, 'wakeLock')
  Reflect.deleteProperty(document, 'visibilityState')
})

// Spec: checkin-3
test('the screen stays awake until the camera is closed', async () => {
  await keepAwake(stopping.signal)
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  expect(release).not.toHaveBeenCalled()
  stopping.abort()
  expect(release).toHaveBeenCalledOnce()
})

test('the lock is renewed when the page is visible again', async () => {
  await keepAwake(stopping.signal)
  setVisibility('hidden')
  expect(request).toHaveBeenCalledOnce()
  setVisibility('visible')
  expect(request).toHaveBeenCalledTimes(2)
})

test('works in a browser that lacks or refuses the lock', async () => {
  request.mockRejectedValue(new DOMException('low battery', 'NotAllowedError'))
  await expect(keepAwake(stopping.signal)).resolves.toBeUndefined()
  Reflect.deleteProperty(navigator, 'wakeLock')
  await expect(keepAwake(stopping.signal)).resolves.toBeUndefined()
})

test('resolves when the page becomes visible', async () => {
  await whenVisible(stopping.signal)
  setVisibility('hidden')
  const onVisible = vi.fn()
  void whenVisible(stopping.signal).then(onVisible)
  await Promise.resolve()
  expect(onVisible).not.toHaveBeenCalled()
  setVisibility('visible')
  await until(() => expect(onVisible).toHaveBeenCalledOnce())
})
