// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { feedbackSettings, giveFeedback, keepFeedbackSettings } from './feedback'

const vibrate = vi.fn()

beforeEach(() => {
  localStorage.clear()
  vibrate.mockClear()
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
})

test('a device vibrates and is silent until it is set', () => {
  expect(feedbackSettings()).toEqual({ sound: false, vibration: true })
})

test('the choice stays on the device', () => {
  keepFeedbackSettings({ sound: true, vibration: false })
  expect(feedbackSettings()).toEqual({ sound: true, vibration: false })
})

test('a broken memory is as good as none', () => {
  localStorage.setItem('axioma.counter', '"no"')
  expect(feedbackSettings()).toEqual({ sound: false, vibration: true })
})

test('vibrates only where it is wanted', () => {
  giveFeedback('registered')
  expect(vibrate).toHaveBeenCalledOnce()
  keepFeedbackSettings({ sound: false, vibration: false })
  giveFeedback('registered')
  expect(vibrate).toHaveBeenCalledOnce()
})

test('keeps still on a page that nobody has touched yet', () => {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: false } })
  giveFeedback('registered')
  expect(vibrate).not.toHaveBeenCalled()
  Reflect.deleteProperty(navigator, 'userActivation')
})
