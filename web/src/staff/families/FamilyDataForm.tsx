import type { FormEvent, ReactNode } from 'react'
import type { FamilyValues } from '@/acts/staff/families'
import type { FamilyPolicy } from '@/api/types'
import { Button } from '@/kit/Button'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import type { Faults, useForm } from '@/lib/useForm'
import { texts } from './texts'

export const familyFaults = ({ name }: FamilyValues): Faults =>
  name.trim() === '' ? { name: texts.form.nameMissing } : {}

interface FamilyDataFormProps {
  form: Pick<ReturnType<typeof useForm<FamilyValues>>, 'element' | 'values' | 'text' | 'check'>
  sending: { isPending: boolean }
  words: { submit: string; submitting: string }
  result: ReactNode
  onSubmit: () => void
}

const policies: readonly FamilyPolicy[] = ['POOL', 'INDIVIDUAL']

export function FamilyDataForm({ form, sending, words, result, onSubmit }: FamilyDataFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sending.isPending && form.check()) onSubmit()
  }
  return (
    <form ref={form.element} noValidate onSubmit={submit} className="grid gap-5">
      {result}
      <FamilyFields form={form} />
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

export function FamilyFields({ form }: Pick<FamilyDataFormProps, 'form'>) {
  return (
    <>
      <TextField
        label={texts.form.name}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={120}
        required
        {...form.text('name')}
      />
      <SelectField
        label={texts.form.policy}
        help={texts.policyHelp[form.values.policy]}
        options={policies.map((value) => ({ value, label: texts.policies[value] }))}
        {...form.text('policy')}
      />
    </>
  )
}
