import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '@/kit/cx'
import { controlLook, Field, type FieldProps } from '@/kit/Field'
import {
  digitsOf,
  formatPhone,
  type PhoneParts,
  parsePhone,
  phoneFromInput,
  phonePrefixes,
} from '@/lib/phone'
import { texts } from './texts'

interface PhoneFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'type'> {
  value: PhoneParts
  onChange: (parts: PhoneParts) => void
}

/**
 * Accepts a pasted number with prefix. Shows the parsed number if it differs, so that staff contact
 * the right person.
 */
export function PhoneField({
  label,
  help,
  error,
  optional,
  className,
  value,
  onChange,
  ...input
}: PhoneFieldProps) {
  return (
    <Field
      label={label}
      help={parsedNote(value) ?? help}
      error={error}
      optional={optional}
      className={className}
    >
      {(control) => (
        <span className="flex flex-wrap gap-2">
          <span className="relative grid flex-[0_1_5.75rem] items-center">
            <select
              name={input.name && `${input.name}Prefix`}
              aria-label={texts.phonePrefix}
              value={value.prefix}
              onChange={(event) => onChange({ ...value, prefix: event.target.value })}
              disabled={input.disabled}
              autoComplete="tel-country-code"
              className={cx(controlLook, 'phone-prefix appearance-none text-transparent')}
            >
              {phonePrefixes.map(({ prefix, country }) => (
                <option key={prefix} value={prefix} className="text-ink">
                  {prefix} {country}
                </option>
              ))}
            </select>
            <span aria-hidden="true" className="pointer-events-none absolute left-3 tabular-nums">
              {value.prefix}
            </span>
            <ChevronDown
              aria-hidden="true"
              className="pointer-events-none absolute right-2 size-5 text-ink-soft"
            />
          </span>
          <input
            inputMode="tel"
            autoComplete="tel-national"
            {...input}
            {...control}
            type="tel"
            value={value.number}
            onChange={(event) => onChange(phoneFromInput(event.target.value, value.prefix))}
            className={cx(controlLook, 'min-w-0 flex-[1_1_8rem] tabular-nums')}
          />
        </span>
      )}
    </Field>
  )
}

function parsedNote({ prefix, number }: PhoneParts): string | null {
  const { phone, of, fault } = parsePhone({ prefix, number })
  if (fault || !of || phone === prefix + digitsOf(number)) return null
  return texts.phoneRead(formatPhone(phone), of.country)
}

export function phoneFault(parts: PhoneParts): string | undefined {
  const { fault, of } = parsePhone(parts)
  if (!fault) return undefined
  if (fault !== 'number') return texts.phoneFaults[fault]
  return of ? texts.phoneFaults.of(of.prefix, of.country) : texts.phoneFaults.unknown
}
