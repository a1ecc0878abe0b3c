// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { feedbackSettings, giveFeedback, saveFeedbackSettings, unlockSoundOnTouch } from './feedback'

const vibrate = vi.fn()

beforeEach(() => {
  localStorage.clear()
  vibrate.mockClear()
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
})

test('a device vibrates and is silent by default', () => {
  expect(feedbackSettings()).toEqual({ sound: false, vibration: true })
})

test('the choice is stored on the device', () => {
  saveFeedbackSettings({ sound: true, vibration: false })
  expect(feedbackSettings()).toEqual({ sound: true, vibration: false })
})

test('an invalid stored choice counts as the default', () => {
  localStorage.setItem('axioma.counter', '"no"')
  expect(feedbackSettings()).toEqual({ sound: false, vibration: true })
})

test('vibrates only if chosen', () => {
  giveFeedback('registered')
  expect(vibrate).toHaveBeenCalledOnce()
  saveFeedbackSettings({ sound: false, vibration: false })
  giveFeedback('registered')
  expect(vibrate).toHaveBeenCalledOnce()
})

test('does nothing before the first interaction with the page', () => {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: false } })
  giveFeedback('registered')
  expect(vibrate).not.toHaveBeenCalled()
  Reflect.deleteProperty(navigator, 'userActivation')
})

describe('sound', () => {
  let inGesture = false
  let silence: () => void = () => undefined
  const audioContexts: SafariAudioContext[] = []

  /** Only an audio context that is created and started during a tap can play. */
  class SafariAudioContext {
    state = 'suspended'
    currentTime = 0
    tones = 0
    destination = {}
    constructor() {
      audioContexts.push(this)
    }
    resume = async () => {
      if (inGesture) this.state = 'running'
    }
    close = async () => {
      this.state = 'closed'
    }
    createGain = () => ({ gain: { value: 1 }, connect: () => undefined })
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: () => undefined,
      start: () => {
        if (this.state === 'running') this.tones += 1
      },
      stop: () => undefined,
    })
  }

  const touch = (type: 'pointerup' | 'keydown') => {
    inGesture = true
    document.dispatchEvent(new Event(type))
    inGesture = false
  }

  beforeEach(() => {
    audioContexts.length = 0
    vi.stubGlobal('AudioContext', SafariAudioContext)
    silence = unlockSoundOnTouch()
  })
  afterEach(() => {
    silence()
    vi.unstubAllGlobals()
  })

  test('is unlocked by the first touch or key, for a later result', () => {
    saveFeedbackSettings({ sound: true, vibration: false })
    giveFeedback('registered')
    touch('keydown')
    touch('pointerup')
    giveFeedback('registered')
    giveFeedback('owed')
    expect(audioContexts.map(({ tones }) => tones)).toEqual([4])
    silence()
    expect(audioContexts[0]?.state).toBe('closed')
  })

  test('is unlocked by switching it on', () => {
    touch('pointerup')
    expect(audioContexts).toHaveLength(0)
    inGesture = true
    saveFeedbackSettings({ sound: true, vibration: false })
    inGesture = false
    giveFeedback('error')
    expect(audioContexts.map(({ tones }) => tones)).toEqual([1])
  })

  test('is unlocked again by the next touch after a phone call', () => {
    saveFeedbackSettings({ sound: true, vibration: false })
    touch('pointerup')
    for (const speaker of audioContexts) speaker.state = 'interrupted'
    giveFeedback('error')
    touch('keydown')
    giveFeedback('error')
    expect(audioContexts.map(({ tones }) => tones)).toEqual([1])
  })
})
