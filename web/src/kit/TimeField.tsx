import { useId } from 'react'
import { clockReadings, parseClock } from '@/lib/parseClock'
import { cx } from './cx'
import { controlLook, FieldError } from './Field'
import { formTexts } from './formTexts'
import { useTypedText } from './useTypedText'

interface TimeFieldProps {
  label: string
  /** HH:MM, or empty. */
  value: string
  /** Receives an empty text while the typed text is no time. */
  onChange: (time: string) => void
  /** Id of an error message outside this field; marks the field as invalid. */
  errorId?: string | undefined
}

/** A field for a 24-hour time, the same in all browsers. The label is only for screen readers. */
export function TimeField({ label, value, onChange, errorId }: TimeFieldProps) {
  const unreadId = useId()
  const { input, unread } = useTypedText({
    value,
    show: (time) => time,
    read: parseClock,
    onRead: (time) => onChange(time ?? ''),
  })
  const isUnread = unread !== null
  return (
    <div className="grid gap-1">
      <input
        {...input}
        aria-label={label}
        aria-invalid={isUnread || errorId !== undefined || undefined}
        aria-describedby={cx(isUnread && unreadId, errorId) || undefined}
        inputMode="numeric"
        autoComplete="off"
        placeholder={formTexts.clock.form}
        className={cx(controlLook, 'tabular-nums')}
      />
      {isUnread && <FieldError id={unreadId}>{clockFault(unread)}</FieldError>}
    </div>
  )
}

function clockFault(text: string): string {
  const readings = clockReadings(text)
  return readings ? formTexts.clock.ambiguous(readings) : formTexts.clock.fault
}
