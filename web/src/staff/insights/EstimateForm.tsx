import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type SettingsPart, settingTexts, useSettingsForm } from '@/acts/staff/settings'
import { reportQueries } from '@/api/reports'
import type { Business, BusinessChanges } from '@/api/types'
import { Button } from '@/kit/Button'
import { Disputes } from '@/kit/form/Dispute'
import { FormResult } from '@/kit/form/FormResult'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { texts } from './texts'

const words = texts.debt

type Estimate = Record<'meanTicket' | 'serviceCost', string>

const part: SettingsPart<Estimate> = {
  valuesOf: ({ meanTicket, serviceCost }) => ({
    meanTicket: meanTicket ? String(meanTicket / 100).replace('.', ',') : '',
    serviceCost: serviceCost ? String(serviceCost) : '',
  }),
  fields: {
    meanTicket: (text): BusinessChanges => ({ meanTicket: Math.round(numberIn(text) * 100) }),
    serviceCost: (text) => ({ serviceCost: Math.round(numberIn(text)) }),
  },
}

/** Accepts a decimal comma. Unreadable text becomes -1, which the server refuses with a reason. */
function numberIn(text: string): number {
  const decimal = text.trim().replace(',', '.')
  if (decimal === '') return 0
  return /^\d+(\.\d+)?$/.test(decimal) ? Number(decimal) : -1
}

/** The mean ticket is in euros here, the cost of a service in percent of it. */
export function EstimateForm({ business }: { business: Business }) {
  const client = useQueryClient()
  const form = useSettingsForm(business, part, {
    onSaved: () => void client.invalidateQueries({ queryKey: reportQueries.all() }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <Panel title={words.settings}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <UnsavedChanges when={form.isDirty} isSaving={form.save.isPending} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={words.meanTicket}
            inputMode="decimal"
            maxLength={8}
            {...form.text('meanTicket')}
          />
          <TextField
            label={words.serviceCost}
            inputMode="numeric"
            maxLength={3}
            help={words.serviceCostHelp}
            {...form.text('serviceCost')}
          />
        </div>
        <Disputes form={form} labels={words.fields} saidIn={(name) => form.savedValues[name]} />
        <FormResult form={form} labels={words.fields} done={settingTexts.done} failed={settingTexts.failed} />
        <div>
          <Button type="submit" busy={form.save.isPending} busyLabel={words.saving}>
            {words.save}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
