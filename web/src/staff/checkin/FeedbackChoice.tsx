import { useState } from 'react'
import { Checkbox } from '@/kit/Checkbox'
import { type FeedbackSettings, feedbackSettings, saveFeedbackSettings } from './feedback'
import { texts } from './texts'

export function FeedbackChoice() {
  const [settings, setSettings] = useState(feedbackSettings)
  const change = (changed: Partial<FeedbackSettings>) => {
    const next = { ...settings, ...changed }
    saveFeedbackSettings(next)
    setSettings(next)
  }
  return (
    <details className="feedback-choice">
      <summary>{texts.settings.title}</summary>
      <Checkbox
        label={texts.settings.sound}
        checked={settings.sound}
        onChange={(event) => change({ sound: event.target.checked })}
      />
      <Checkbox
        label={texts.settings.vibration}
        checked={settings.vibration}
        onChange={(event) => change({ vibration: event.target.checked })}
      />
    </details>
  )
}
