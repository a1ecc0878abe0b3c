import { useQuery } from '@tanstack/react-query'
import type { FamilyChoice } from '@/acts/staff/customers'
import { familyQueries } from '@/api/families'
import type { FamilyRole } from '@/api/types'
import { texts as roleWords } from '@/card/roles/texts'
import { Button } from '@/kit/Button'
import { SelectField } from '@/kit/SelectField'
import { texts as kitTexts } from '@/kit/texts'
import { errorText } from '@/lib/errors'

import { texts } from './texts'

const roles = (['PRIMARY', 'ADULT', 'CHILD'] as const).map((value) => ({
  value,
  label: roleWords.family[value],
}))

interface FamilyPickerProps {
  value: FamilyChoice | null
  onChange: (family: FamilyChoice | null) => void
}

export function FamilyPicker({ value, onChange }: FamilyPickerProps) {
  const { data: families = [], error, isLoadingError, refetch } = useQuery(familyQueries.choice())
  const chosenFamily = families.find(({ id }) => id === value?.id)
  const choose = (id: string) => {
    const family = families.find((one) => one.id === id)
    onChange(family ? { id, name: family.name, role: value?.role ?? 'ADULT' } : null)
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:max-xl:grid-cols-1">
      <SelectField
        label={texts.family.label}
        optional
        options={[
          { value: '', label: texts.family.none },
          ...families.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={value?.id ?? ''}
        onChange={(event) => choose(event.target.value)}
        help={chosenFamily && texts.family[chosenFamily.policy]}
        error={error ? errorText(error, texts.family.listFailed) : undefined}
      />
      {isLoadingError && (
        <Button variant="secondary" className="self-start sm:mt-7.5" onClick={() => void refetch()}>
          {kitTexts.retry}
        </Button>
      )}
      {value && (
        <SelectField
          label={texts.family.role}
          options={roles}
          value={value.role}
          onChange={(event) => onChange({ ...value, role: event.target.value as FamilyRole })}
        />
      )}
    </div>
  )
}
