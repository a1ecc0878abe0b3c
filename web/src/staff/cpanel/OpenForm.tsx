import type { FormEvent } from 'react'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import type { NewBusiness } from '@/api/types'
import { DraftRestoredNotice } from '@/kit/DraftRestoredNotice'
import { emailFault } from '@/kit/emailFault'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { countryOptions, zoneOptions } from '@/lib/regionOptions'
import { type Faults, useForm } from '@/lib/useForm'
import { texts } from './texts'

const blank = { name: '', ownerEmail: '', ownerName: '', timezone: 'Europe/Madrid', country: 'ES' }

export const openFields = Object.keys(blank)

type Draft = typeof blank

function faultsIn({ name, ownerEmail }: Draft): Faults {
  const wrong = emailFault(ownerEmail)
  return { ...(!name.trim() && { name: texts.open.nameMissing }), ...(wrong && { ownerEmail: wrong }) }
}

interface OpenFormProps {
  id: string
  error: Error | null
  onSubmit: (draft: NewBusiness) => void
}

export function OpenForm({ id, error, onSubmit }: OpenFormProps) {
  const form = useForm({
    savedValues: blank,
    faultsIn,
    refusal: error,
    draft: useDialogDraft('new business'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.check()) return
    const { name, ownerEmail, ownerName, ...place } = form.values
    onSubmit({ ...place, name: name.trim(), ownerEmail: ownerEmail.trim(), ownerName: ownerName.trim() })
  }
  return (
    <form ref={form.element} id={id} noValidate className="grid gap-5" onSubmit={submit}>
      <UnsavedChanges when={form.isDirty} />
      {form.isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
      <TextField label={texts.open.name} maxLength={120} autoComplete="off" {...form.text('name')} />
      <TextField
        label={texts.open.ownerEmail}
        help={texts.open.ownerEmailHelp}
        type="email"
        maxLength={254}
        autoComplete="off"
        {...form.text('ownerEmail')}
      />
      <TextField
        label={texts.open.ownerName}
        optional
        maxLength={120}
        autoComplete="off"
        {...form.text('ownerName')}
      />
      <SelectField
        label={texts.open.timezone}
        options={zoneOptions(blank.timezone)}
        {...form.text('timezone')}
      />
      <SelectField
        label={texts.open.country}
        options={countryOptions(blank.country)}
        {...form.text('country')}
      />
    </form>
  )
}
