import { texts } from './texts'

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
