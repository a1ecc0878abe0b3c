import { useState } from 'react'
import type { Business } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

const words = texts.weekMail

interface WeekMailPanelProps {
  business: Business
  fields: SettingFields
}

export function WeekMailPanel({ business, fields }: WeekMailPanelProps) {
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        {business.emails === false && <Notice tone="warning" title={words.noMail} />}
        <Checkbox label={words.label} help={words.help} {...fields.box('weekMail')} />
        <WeekByWhatsApp business={business} fields={fields} />
      </div>
    </Panel>
  )
}

/** Without a phone, nothing is sent. */
function WeekByWhatsApp({ business, fields }: WeekMailPanelProps) {
  const phone = fields.values.weekPhone
  const [isChosen, setChosen] = useState(false)
  if (!business.sendsWeek && !phone) return <p className="text-small text-ink-soft">{words.unavailable}</p>
  const isOn = isChosen || phone !== ''
  const choose = (on: boolean) => {
    setChosen(on)
    if (!on) fields.change({ weekPhone: '' })
  }
  return (
    <div className="grid gap-3">
      <Checkbox
        label={words.byWhatsApp}
        help={words.byWhatsAppHelp}
        checked={isOn}
        onChange={(event) => choose(event.target.checked)}
      />
      {isOn && (
        <>
          {business.whatsapp !== 'ON' && <Notice tone="warning" title={words.notSent[business.whatsapp]} />}
          <TextField
            label={words.phone}
            help={phone === '' ? words.withoutPhone : words.phoneHelp}
            type="tel"
            autoComplete="tel"
            {...fields.text('weekPhone')}
          />
        </>
      )}
    </div>
  )
}
