import { Checkbox } from '@/kit/Checkbox'
import { TextField } from '@/kit/TextField'
import { texts } from './texts'

export interface Guardian {
  guardianName: string
  guardianConsent: boolean
}

export const noGuardian: Guardian = { guardianName: '', guardianConsent: false }

export type GuardianProblems = Partial<Record<keyof Guardian, string | undefined>>

interface GuardianFieldsProps {
  /** Who fills in the form: the customer with their guardian, or the staff. */
  by: keyof typeof texts
  value: Guardian
  problems: GuardianProblems
  onChange: (part: Partial<Guardian>, field: keyof Guardian) => void
}

export function GuardianFields({ by, value, problems, onChange }: GuardianFieldsProps) {
  const words = texts[by]
  return (
    <fieldset className="grid gap-3 rounded-box border border-brass bg-well p-4">
      <legend className="px-1 font-semibold">{words.title}</legend>
      <p className="text-ink-soft">{words.intro}</p>
      <TextField
        label={words.name}
        name="guardianName"
        autoComplete="off"
        autoCapitalize="words"
        required
        maxLength={120}
        value={value.guardianName}
        error={problems.guardianName}
        onChange={({ target }) => onChange({ guardianName: target.value }, 'guardianName')}
      />
      <Checkbox
        name="guardianConsent"
        label={words.consent}
        required
        checked={value.guardianConsent}
        error={problems.guardianConsent}
        onChange={({ target }) => onChange({ guardianConsent: target.checked }, 'guardianConsent')}
      />
    </fieldset>
  )
}

/** The guardian's fields to send; none unless a guardian is required. */
export function guardianIn({ guardianName, guardianConsent }: Guardian, isAsked: boolean): Partial<Guardian> {
  return isAsked ? { guardianName: guardianName.trim(), guardianConsent } : {}
}
