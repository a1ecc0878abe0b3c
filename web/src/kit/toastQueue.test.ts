import { afterEach, expect, test, vi } from 'vitest'
import { ToastQueue } from './toastQueue'

const listener = vi.fn<(words: string) => void>()
const dismiss = vi.fn<() => void>()
const Place = () => null
const toasterPart = { ToastHost: Place, toast: Object.assign(listener, { dismiss }) as never }
const words = () => listener.mock.calls.map(([first]) => first)

afterEach(() => {
  vi.useRealTimers()
  listener.mockReset()
  dismiss.mockReset()
})

test('toasts sent before the module is loaded cause one load, and then appear in order', async () => {
  const load = vi.fn(async () => toasterPart)
  const messages = new ToastQueue(load)
  messages.send((to) => to('uno'))
  messages.send((to) => to('dos'))
  expect(messages.host()).toBeNull()
  await messages.load()
  messages.send((to) => to('tres'))
  expect(words()).toEqual(['uno', 'dos', 'tres'])
  expect(load).toHaveBeenCalledOnce()
})

test('the host is rendered before the first toast is shown', async () => {
  const messages = new ToastQueue(async () => toasterPart)
  const watcher = vi.fn(() => expect(listener).not.toHaveBeenCalled())
  messages.subscribe(watcher)
  messages.send((to) => to('uno'))
  await messages.load()
  expect(watcher).toHaveBeenCalledOnce()
  expect(messages.host()).toBe(Place)
})

test('a toast waits for the module, which is retried', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<typeof toasterPart>>().mockRejectedValueOnce(new TypeError('no network'))
  const messages = new ToastQueue(load.mockResolvedValue(toasterPart))
  messages.send((to) => to('uno'))
  await vi.advanceTimersByTimeAsync(2999)
  expect(words()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(words()).toEqual(['uno'])
})

test('without a toast a failed module is not retried', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<typeof toasterPart>>().mockRejectedValue(new TypeError('no network'))
  const messages = new ToastQueue(load)
  await messages.load()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledOnce()
})

test('a toast dismissed while queued is not shown', async () => {
  const messages = new ToastQueue(async () => toasterPart)
  messages.send((to) => to('uno'))
  messages.dismiss()
  await messages.load()
  expect(listener).not.toHaveBeenCalled()
  messages.dismiss()
  expect(dismiss).toHaveBeenCalledOnce()
})
