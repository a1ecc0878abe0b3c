import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import { formatTypedDay } from '@/lib/dates'
import { parseDay } from '@/lib/parseDay'
import { dayFault } from './dayFault'
import { controlLook, Field, type FieldProps } from './Field'
import { formTexts } from './formTexts'
import { IconButton } from './IconButton'
import { useTypedText } from './useTypedText'

const words = formTexts.day

interface DateFieldProps extends FieldProps {
  label: string
  /** YYYY-MM-DD, or empty. */
  value: string
  /** First and last day, YYYY-MM-DD. */
  min: string
  max: string
  /** Called only with complete days in range. */
  onChange: (day: string) => void
}

/** Takes a day as text in the Spanish order, or from the browser's calendar. */
export function DateField({ label, value, min, max, onChange, error, help, optional }: DateFieldProps) {
  const isInRange = (day: string) => min <= day && day <= max
  const { input, unread } = useTypedText({
    value,
    show: (day) => (day ? formatTypedDay(day) : ''),
    read: (text) => {
      const day = parseDay(text)
      return day && isInRange(day) ? day : null
    },
    onRead: (day) => day && onChange(day),
  })
  const fault = unread && (dayFault(unread) ?? words.range(formatTypedDay(min), formatTypedDay(max)))
  return (
    <Field label={label} help={help} optional={optional} error={fault || error} className="w-42 max-w-full">
      {(control) => (
        <div className="relative grid items-center">
          <input
            {...input}
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder={words.form}
            className={`${controlLook} pr-11 tabular-nums`}
          />
          <Calendar label={words.calendar(label)} value={value} min={min} max={max} onPick={onChange} />
        </div>
      )}
    </Field>
  )
}

interface CalendarProps extends Pick<DateFieldProps, 'label' | 'value' | 'min' | 'max'> {
  onPick: (day: string) => void
}

function Calendar({ label, value, min, max, onPick }: CalendarProps) {
  const picker = useRef<HTMLInputElement>(null)
  if (!('showPicker' in HTMLInputElement.prototype)) return null
  return (
    <span className="absolute right-0 grid">
      <input
        ref={picker}
        type="date"
        aria-hidden="true"
        tabIndex={-1}
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => target.validity.valid && target.value && onPick(target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      <IconButton
        label={label}
        icon={<CalendarDays aria-hidden="true" className="size-5" />}
        onClick={() => picker.current?.showPicker()}
      />
    </span>
  )
}
