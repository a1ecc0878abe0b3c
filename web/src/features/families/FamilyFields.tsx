import type { FamilyPolicy } from '@/api/types'
import { SelectField } from '@/ui/SelectField'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

/** What people say of a family. */
export interface FamilyValues {
  name: string
  policy: FamilyPolicy
}

interface FamilyFieldsProps {
  values: FamilyValues
  onChange: (values: FamilyValues) => void
  nameError: string | undefined
}

const policies: readonly FamilyPolicy[] = ['POOL', 'INDIVIDUAL']

/** Name and policy. */
export function FamilyFields({ values, onChange, nameError }: FamilyFieldsProps) {
  return (
    <>
      <TextField
        label={texts.form.name}
        value={values.name}
        onChange={(event) => onChange({ ...values, name: event.target.value })}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={120}
        required
        error={nameError}
      />
      <SelectField
        label={texts.form.policy}
        help={texts.policyHelp[values.policy]}
        options={policies.map((value) => ({ value, label: texts.policies[value] }))}
        value={values.policy}
        onChange={(event) => onChange({ ...values, policy: event.target.value as FamilyPolicy })}
      />
    </>
  )
}

/** What is wrong with the name before it is sent. */
export function nameFault({ name }: FamilyValues): string | undefined {
  return name.trim() === '' ? texts.form.nameMissing : undefined
}
