import { type FormEvent, useRef, useState } from 'react'
import { isApiError } from '@/api/error'
import type { NewBusiness } from '@/api/types'
import { focusFirstError, useFocusFirstError } from '@/lib/focusFirstError'
import { countryOptions, zoneOptions } from '@/lib/places'
import { emailFault } from '@/ui/emailFault'
import { SelectField } from '@/ui/SelectField'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

const blank = { name: '', ownerEmail: '', ownerName: '', timezone: 'Europe/Madrid', country: 'ES' }

/** What the form asks for. */
export const openFields = Object.keys(blank)

type Draft = typeof blank

type Faults = Partial<Record<string, string>>

function faultsIn({ name, ownerEmail }: Draft): Faults {
  const wrong = emailFault(ownerEmail)
  return { ...(!name.trim() && { name: texts.open.nameMissing }), ...(wrong && { ownerEmail: wrong }) }
}

interface OpenFormProps {
  id: string
  /** What the server said to the last try. */
  error: Error | null
  onSubmit: (draft: NewBusiness) => void
}

/** What has to be known of a business and its owner. */
export function OpenForm({ id, error, onSubmit }: OpenFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(blank)
  const [checked, setChecked] = useState(false)
  const faults = faultsIn(draft)
  const refused: Faults = isApiError(error) ? error.fieldErrors : {}
  const errors = { ...refused, ...(checked && faults) }
  useFocusFirstError(form, error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(faults).length > 0) return focusFirstError(form)
    const { name, ownerEmail, ownerName, ...place } = draft
    onSubmit({ ...place, name: name.trim(), ownerEmail: ownerEmail.trim(), ownerName: ownerName.trim() })
  }
  const field = (name: keyof Draft) => ({
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  })
  return (
    <form ref={form} id={id} noValidate className="grid gap-5" onSubmit={submit}>
      <TextField label={texts.open.name} maxLength={120} autoComplete="off" {...field('name')} />
      <TextField
        label={texts.open.ownerEmail}
        help={texts.open.ownerEmailHelp}
        type="email"
        maxLength={254}
        autoComplete="off"
        {...field('ownerEmail')}
      />
      <TextField
        label={texts.open.ownerName}
        optional
        maxLength={120}
        autoComplete="off"
        {...field('ownerName')}
      />
      <SelectField label={texts.open.timezone} options={zoneOptions(blank.timezone)} {...field('timezone')} />
      <SelectField label={texts.open.country} options={countryOptions(blank.country)} {...field('country')} />
    </form>
  )
}
