import { readStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.counter'

export interface FeedbackSettings {
  sound: boolean
  vibration: boolean
}

export type FeedbackKind = 'registered' | 'owed' | 'warning' | 'error'

const patterns: Record<FeedbackKind, { tones: readonly number[]; vibration: readonly number[] }> = {
  registered: { tones: [880], vibration: [40] },
  owed: { tones: [660, 880, 1320], vibration: [40, 60, 40, 60, 80] },
  warning: { tones: [440, 440], vibration: [120] },
  error: { tones: [220], vibration: [250] },
}

const toneLength = 0.11

/** Created on user activation, because Safari mutes contexts created after an await. */
let speaker: AudioContext | null = null

/** The stored settings; by default vibration only. */
export function feedbackSettings(): FeedbackSettings {
  const storedValue = readStored(storageKey)
  const fields =
    typeof storedValue === 'object' && storedValue !== null ? (storedValue as Record<string, unknown>) : {}
  return { sound: fields.sound === true, vibration: fields.vibration !== false }
}

/** Stores the settings and unlocks sound, because a tap saves them. */
export function saveFeedbackSettings(settings: FeedbackSettings): void {
  writeStored(storageKey, settings)
  unlockSound()
}

const touches = ['pointerup', 'keydown'] as const

/** Unlocks sound at the next touch or key. The returned function stops listening. */
export function unlockSoundOnTouch(): () => void {
  for (const touch of touches) document.addEventListener(touch, unlockSound)
  return () => {
    for (const touch of touches) document.removeEventListener(touch, unlockSound)
    void speaker?.close()
    speaker = null
  }
}

function unlockSound(): void {
  if (!feedbackSettings().sound || !('AudioContext' in window)) return
  try {
    speaker ??= new AudioContext()
    if (speaker.state !== 'running') void speaker.resume().catch(() => undefined)
  } catch {
    // Some browsers refuse to play audio.
    speaker = null
  }
}

export function giveFeedback(outcome: FeedbackKind): void {
  const { sound, vibration } = feedbackSettings()
  const answer = patterns[outcome]
  // Without user activation (after a page load) browsers allow neither sound nor vibration.
  if (navigator.userActivation?.hasBeenActive === false) return
  try {
    playPattern(answer, { sound, vibration })
  } catch {
    // Some browsers refuse further sounds. The screen shows the result anyway.
    return
  }
}

function playPattern(answer: (typeof patterns)[FeedbackKind], { sound, vibration }: FeedbackSettings): void {
  // Safari and desktop browsers have no vibration.
  if (vibration && 'vibrate' in navigator) navigator.vibrate([...answer.vibration])
  // A delayed sound would play over a later answer.
  if (sound && speaker?.state === 'running') play(answer.tones, speaker)
}

function play(tones: readonly number[], audio: AudioContext): void {
  const volume = audio.createGain()
  volume.gain.value = 0.12
  volume.connect(audio.destination)
  tones.forEach((frequency, index) => {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(audio.currentTime + index * toneLength * 1.3)
    tone.stop(audio.currentTime + index * toneLength * 1.3 + toneLength)
  })
}
