import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { OpeningHours } from './OpeningHours'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

const words = texts.premises

export function PremisesPanel({ fields }: { fields: SettingFields }) {
  const field = (name: 'premisesAddress' | 'premisesPhone' | 'bookingUrl') => ({
    label: words[name],
    ...fields.text(name),
  })
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        <p className="text-ink-soft">{words.detail}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('premisesAddress')} maxLength={300} />
          <TextField {...field('premisesPhone')} type="tel" />
        </div>
        <TextField {...field('bookingUrl')} inputMode="url" help={words.bookingHelp} maxLength={300} />
        <OpeningHours
          openings={fields.values.openingHours}
          error={fields.errors.openingHours}
          onChange={(openingHours) => fields.change({ openingHours })}
        />
      </div>
    </Panel>
  )
}
