import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { texts } from './texts'

/** `typed` is used only if `other` is chosen. */
export interface Reason {
  chosen: string
  typed: string
}

export const noReason: Reason = { chosen: '', typed: '' }

/** The choice that asks for a typed reason. */
const other = 'OTHER'

export function reasonText({ chosen, typed }: Reason): string {
  return chosen === other ? typed.trim() : chosen
}

interface ReasonFieldProps {
  reasons: readonly string[]
  value: Reason
  error: string | undefined
  onChange: (reason: Reason) => void
}

export function ReasonField({ reasons, value, error, onChange }: ReasonFieldProps) {
  const isOther = value.chosen === other
  const options = [
    { value: '', label: texts.chooseReason },
    ...reasons.map((reason) => ({ value: reason, label: reason })),
    { value: other, label: texts.otherReason },
  ]
  return (
    <>
      <SelectField
        label={texts.reason}
        options={options}
        required
        error={isOther ? undefined : error}
        value={value.chosen}
        onChange={({ target }) => onChange({ ...value, chosen: target.value })}
      />
      {isOther && (
        <TextField
          label={texts.ownReason}
          autoComplete="off"
          maxLength={200}
          required
          error={error}
          value={value.typed}
          onChange={({ target }) => onChange({ ...value, typed: target.value })}
        />
      )}
    </>
  )
}
