import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { FamilyValues } from '@/acts/families'
import { isApiError } from '@/api/error'
import type { FamilyPolicy } from '@/api/types'
import { Button } from '@/ui/Button'
import { SelectField } from '@/ui/SelectField'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

interface FamilyDataFormProps {
  values: FamilyValues
  onChange: (values: FamilyValues) => void
  /** How sending goes. */
  sending: { isPending: boolean; error: unknown }
  words: { submit: string; submitting: string }
  /** What came of it. */
  result: ReactNode
  /** The form is filled in. */
  onSubmit: () => void
}

const policies: readonly FamilyPolicy[] = ['POOL', 'INDIVIDUAL']

/** Name and policy of a family. */
export function FamilyDataForm({ values, onChange, sending, words, result, onSubmit }: FamilyDataFormProps) {
  const name = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const missing = values.name.trim() === ''
    setFault(missing ? texts.form.nameMissing : undefined)
    if (missing) name.current?.focus()
    else onSubmit()
  }
  const refused = isApiError(sending.error) ? sending.error.fieldErrors.name : undefined
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {result}
      <TextField
        ref={name}
        label={texts.form.name}
        value={values.name}
        onChange={(event) => onChange({ ...values, name: event.target.value })}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={120}
        required
        error={fault ?? refused}
      />
      <SelectField
        label={texts.form.policy}
        help={texts.policyHelp[values.policy]}
        options={policies.map((value) => ({ value, label: texts.policies[value] }))}
        value={values.policy}
        onChange={(event) => onChange({ ...values, policy: event.target.value as FamilyPolicy })}
      />
      <Button
        type="submit"
        busy={sending.isPending}
        busyLabel={words.submitting}
        className="sm:justify-self-start"
      >
        {words.submit}
      </Button>
    </form>
  )
}
