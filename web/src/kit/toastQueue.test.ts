import { afterEach, expect, test, vi } from 'vitest'
import { ToastQueue } from './toastQueue'

const said = vi.fn<(words: string) => void>()
const dismiss = vi.fn<() => void>()
const Place = () => null
const shown = { ToastHost: Place, toast: Object.assign(said, { dismiss }) as never }
const words = () => said.mock.calls.map(([first]) => first)

afterEach(() => {
  vi.useRealTimers()
  said.mockReset()
  dismiss.mockReset()
})

test('what is sent before it can be shown is asked for, once, and then shown in its turn', async () => {
  const load = vi.fn(async () => shown)
  const messages = new ToastQueue(load)
  messages.send((to) => to('uno'))
  messages.send((to) => to('dos'))
  expect(messages.host()).toBeNull()
  await messages.load()
  messages.send((to) => to('tres'))
  expect(words()).toEqual(['uno', 'dos', 'tres'])
  expect(load).toHaveBeenCalledOnce()
})

test('the place for messages is there before the first of them is sent to it', async () => {
  const messages = new ToastQueue(async () => shown)
  const watcher = vi.fn(() => expect(said).not.toHaveBeenCalled())
  messages.subscribe(watcher)
  messages.send((to) => to('uno'))
  await messages.load()
  expect(watcher).toHaveBeenCalledOnce()
  expect(messages.host()).toBe(Place)
})

test('a message waits until the file comes, which is asked for again by itself', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<typeof shown>>().mockRejectedValueOnce(new TypeError('no network'))
  const messages = new ToastQueue(load.mockResolvedValue(shown))
  messages.send((to) => to('uno'))
  await vi.advanceTimersByTimeAsync(2999)
  expect(words()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(words()).toEqual(['uno'])
})

test('without a message a file that did not come is left alone', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<typeof shown>>().mockRejectedValue(new TypeError('no network'))
  const messages = new ToastQueue(load)
  await messages.load()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledOnce()
})

test('what was taken away while it waited is not shown', async () => {
  const messages = new ToastQueue(async () => shown)
  messages.send((to) => to('uno'))
  messages.dismiss()
  await messages.load()
  expect(said).not.toHaveBeenCalled()
  messages.dismiss()
  expect(dismiss).toHaveBeenCalledOnce()
})
