import type { ComponentProps } from 'react'
import { TextField } from '@/kit/TextField'
import { localDay, sayDay } from '@/lib/dates'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'

export interface BirthdayFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'name' | 'type' | 'min' | 'max' | 'value' | 'onChange'> {
  /** YYYY-MM-DD, or the text as typed; empty while incomplete. */
  value: string
  onChange: (birthday: string) => void
}

/** Browsers order day and month differently, so the date is repeated in words. */
export function BirthdayField({ value, onChange, help, ...input }: BirthdayFieldProps) {
  // The JavaScript engine of the rendering server cannot format dates.
  const day = inBrowser && isDay(value) ? value : null
  return (
    <TextField
      autoComplete="bday"
      {...input}
      name="birthday"
      type="date"
      min="1900-01-01"
      // A server-rendered page may be cached past midnight, so only the browser sets the last day.
      max={inBrowser ? localDay(new Date()) : undefined}
      help={day ? dayInWords(day, input.readOnly ? help : null) : help}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

function dayInWords(day: string, help: ComponentProps<typeof TextField>['help']) {
  return help ? (
    <>
      {sayDay(day)}. {help}
    </>
  ) : (
    sayDay(day)
  )
}

export function birthdayFault({
  badInput,
  rangeOverflow,
  rangeUnderflow,
}: ValidityState): string | undefined {
  if (badInput) return texts.birthdayFaults.unfinished
  return rangeOverflow || rangeUnderflow ? texts.birthdayFaults.impossible : undefined
}

/** A half-typed date has no value, so the form would silently omit it. */
export function birthdayFaultIn(form: HTMLFormElement): string | undefined {
  const field = form.elements.namedItem('birthday')
  return field instanceof HTMLInputElement && !field.readOnly ? birthdayFault(field.validity) : undefined
}
