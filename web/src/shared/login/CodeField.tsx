import { TextField } from '@/kit/TextField'
import { texts } from './secondFactorTexts'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** True asks for a recovery code instead of the app's code. */
  recovery?: boolean
  autoFocus?: boolean
}

/** The field of a code. Browsers and password managers may fill in the app's code. */
export function CodeField({ value, onChange, error, recovery = false, autoFocus = false }: CodeFieldProps) {
  const codeProps = recovery
    ? { label: texts.code.recoveryLabel, autoComplete: 'off', maxLength: 40 }
    : { label: texts.code.label, autoComplete: 'one-time-code', inputMode: 'numeric' as const, maxLength: 12 }
  return (
    <TextField
      {...codeProps}
      name="code"
      required
      spellCheck={false}
      autoCapitalize="none"
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
