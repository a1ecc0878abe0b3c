import { TextField } from '@/kit/TextField'
import { formatTypedDay, sayDay, sayMonth } from '@/lib/dates'
import { parseDay, parseDayOrAsk } from '@/lib/parseDay'
import type { BirthdayFieldProps } from './BirthdayField'
import { staffTexts } from './staffTexts'

const { birthdayAsked } = staffTexts

/**
 * A birthday as free text, as the specification requires for the customer's record. Repeats the parsed day in words.
 */
export function WrittenBirthdayField({ value, onChange, help, ...input }: BirthdayFieldProps) {
  const day = parseDay(value)
  return (
    <TextField
      autoComplete="off"
      {...input}
      help={day ? sayDay(day) : help}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Returns the question about an ambiguous or invalid birthday, if any. */
export function writtenBirthdayFault(written: string): string | undefined {
  if (!written.trim()) return undefined
  const read = parseDayOrAsk(written)
  if ('day' in read) return undefined
  switch (read.ask) {
    case 'century':
      return birthdayAsked.century(formatTypedDay(read.likely))
    case 'order':
      return birthdayAsked.order(sayDay(read.likely), formatTypedDay(read.likely))
    case 'calendar':
      return birthdayAsked.calendar(read.dayOfMonth, sayMonth(read.month))
    default:
      return birthdayAsked[read.ask]
  }
}
