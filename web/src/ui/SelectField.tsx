import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx'
import { controlLook, Field, type FieldProps } from './Field'

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'id'> {
  options: readonly { value: string; label: string }[]
}

/** A choice of one, with the list the device itself offers. */
export function SelectField({
  label,
  help,
  error,
  optional,
  className,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional} className={className}>
      {(control) => (
        <span className="relative grid items-center">
          <select {...select} {...control} className={cx(controlLook, 'appearance-none pr-10')}>
            {options.map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute right-3 size-5 text-ink-soft"
          />
        </span>
      )}
    </Field>
  )
}
