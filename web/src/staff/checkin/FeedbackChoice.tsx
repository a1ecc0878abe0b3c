import { useState } from 'react'
import { Checkbox } from '@/kit/Checkbox'
import { type FeedbackSettings, feedbackSettings, saveFeedbackSettings } from './feedback'
import { texts } from './feedbackTexts'

export function FeedbackChoice() {
  const [settings, setSettings] = useState(feedbackSettings)
  const change = (changes: Partial<FeedbackSettings>) => {
    const next = { ...settings, ...changes }
    saveFeedbackSettings(next)
    setSettings(next)
  }
  return (
    <>
      <Checkbox
        label={texts.sound}
        checked={settings.sound}
        onChange={(event) => change({ sound: event.target.checked })}
      />
      <Checkbox
        label={texts.vibration}
        checked={settings.vibration}
        onChange={(event) => change({ vibration: event.target.checked })}
      />
    </>
  )
}
