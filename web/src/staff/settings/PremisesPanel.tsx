import type { FormEvent } from 'react'
import { type SettingsPart, settingTexts, useSettingsForm } from '@/acts/staff/settings'
import type { Business, BusinessChanges, Opening } from '@/api/types'
import { Button } from '@/kit/Button'
import { Disputes } from '@/kit/form/Dispute'
import { FormResult } from '@/kit/form/FormResult'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { weekLines } from '@/lib/openingHours'
import { formatPhone } from '@/lib/phone'
import { OpeningHours } from './OpeningHours'
import { emptyToNull } from './settingsForm'
import { texts } from './texts'

const words = texts.premises

interface Premises {
  premisesAddress: string
  premisesPhone: string
  bookingUrl: string
  openingHours: Opening[]
}

const part: SettingsPart<Premises> = {
  valuesOf: ({ premisesAddress, premisesPhone, bookingUrl, openingHours }) => ({
    premisesAddress: premisesAddress ?? '',
    premisesPhone: premisesPhone ? formatPhone(premisesPhone) : '',
    bookingUrl: bookingUrl ?? '',
    openingHours,
  }),
  fields: {
    premisesAddress: (text): BusinessChanges => ({ premisesAddress: emptyToNull(text) }),
    premisesPhone: (text) => ({ premisesPhone: emptyToNull(text) }),
    bookingUrl: (text) => ({ bookingUrl: emptyToNull(text) }),
    openingHours: (openingHours) => ({ openingHours }),
  },
}

/** PremisesPanel edits address, contact and opening hours shown on the card. */
export function PremisesPanel({ business }: { business: Business }) {
  const form = useSettingsForm(business, part)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const field = (name: Exclude<keyof Premises, 'openingHours'>) => ({
    label: words[name],
    ...form.text(name),
  })
  return (
    <Panel title={words.title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <UnsavedChanges when={form.isDirty} isSaving={form.save.isPending} />
        <p className="text-ink-soft">{words.detail}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('premisesAddress')} maxLength={300} />
          <TextField {...field('premisesPhone')} type="tel" />
        </div>
        <TextField {...field('bookingUrl')} inputMode="url" help={words.bookingHelp} maxLength={300} />
        <OpeningHours
          openings={form.values.openingHours}
          error={form.errors.openingHours}
          onChange={(openingHours) => form.change({ openingHours })}
        />
        <Disputes form={form} labels={texts.fields} saidIn={(name) => displayValue(form.saved[name])} />
        <FormResult form={form} labels={texts.fields} done={settingTexts.done} failed={settingTexts.failed} />
        <Button
          type="submit"
          className="sm:justify-self-start"
          busy={form.save.isPending}
          busyLabel={texts.saving}
        >
          {words.save}
        </Button>
      </form>
    </Panel>
  )
}

function displayValue(value: string | Opening[]): string {
  if (typeof value === 'string') return value
  if (value.length === 0) return ''
  return weekLines(value)
    .map(({ days, hours }) => `${days}: ${hours.join(', ') || words.closed.toLowerCase()}`)
    .join('\n')
}
