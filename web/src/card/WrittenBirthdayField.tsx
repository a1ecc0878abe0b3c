import { formTexts } from '@/kit/formTexts'
import { TextField } from '@/kit/TextField'
import { sayDay } from '@/lib/dates'
import { parseDay } from '@/lib/parseDay'
import type { BirthdayFieldProps } from './BirthdayField'

/** Free text, as the specification requires on the customer record. Repeats the parsed day in words. */
export function WrittenBirthdayField({ value, onChange, help, ...input }: BirthdayFieldProps) {
  const day = parseDay(value)
  return (
    <TextField
      autoComplete="off"
      placeholder={formTexts.day.form}
      {...input}
      help={day ? sayDay(day) : help}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
