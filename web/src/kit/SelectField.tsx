import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx'
import { controlLook, Field, type FieldProps } from './Field'

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string }[]
}

/** A select element without a label. */
export function Select({ options, className, ...select }: SelectProps) {
  return (
    <span className="relative grid items-center">
      <select {...select} className={cx(controlLook, 'appearance-none pr-10', className)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-5 text-ink-soft" />
    </span>
  )
}

interface SelectFieldProps extends FieldProps, Omit<SelectProps, 'id'> {}

export function SelectField({ label, help, error, optional, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional} className={className}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  )
}
