import type { ComponentProps } from 'react'
import { TextField } from '@/kit/TextField'
import { localDay, sayDay } from '@/lib/dates'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'

export interface BirthdayFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'name' | 'type' | 'min' | 'max' | 'value' | 'onChange'> {
  /** YYYY-MM-DD, or as it is written; empty while it is unknown or half typed. */
  value: string
  onChange: (birthday: string) => void
}

/**
 * A birthday. A browser shows and takes it in the order of its own language: what was understood stands in words under
 * the field. What is wrong with it `birthdayFault` tells.
 */
export function BirthdayField({ value, onChange, help, ...input }: BirthdayFieldProps) {
  // The server has no words for days.
  const day = inBrowser && isDay(value) ? value : null
  return (
    <TextField
      autoComplete="bday"
      {...input}
      name="birthday"
      type="date"
      min="1900-01-01"
      // What the server draws is kept from day to day.
      max={inBrowser ? localDay(new Date()) : undefined}
      help={day ? dayInWords(day, input.readOnly ? help : null) : help}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Whether the field has a day, as browsers write it, and not only what may become one. */
const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** The day in words, and why it cannot be changed. */
function dayInWords(day: string, fixed: ComponentProps<typeof TextField>['help']) {
  return fixed ? (
    <>
      {sayDay(day)}. {fixed}
    </>
  ) : (
    sayDay(day)
  )
}

/** What the browser finds wrong with a birthday; undefined when nothing is. */
export function birthdayFault({
  badInput,
  rangeOverflow,
  rangeUnderflow,
}: ValidityState): string | undefined {
  if (badInput) return texts.birthdayFaults.unfinished
  return rangeOverflow || rangeUnderflow ? texts.birthdayFaults.impossible : undefined
}

/** The same of a form's BirthdayField. A date that is half typed has no value: unless it is asked for, it is lost unsaid. */
export function birthdayFaultIn(form: HTMLFormElement): string | undefined {
  const field = form.elements.namedItem('birthday')
  return field instanceof HTMLInputElement && !field.readOnly ? birthdayFault(field.validity) : undefined
}
