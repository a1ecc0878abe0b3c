import { useId } from 'react'
import { parseClock } from '@/lib/parseClock'
import { cx } from './cx'
import { controlLook, FieldError } from './Field'
import { staffTexts } from './staffTexts'
import { useTypedText } from './useTypedText'

interface TimeFieldProps {
  label: string
  /** HH:MM, or empty. */
  value: string
  /** Empty while the typed text is no time. */
  onChange: (time: string) => void
}

/** 24 hours, in any browser. Its label is not shown. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  const errorId = useId()
  const { input, unread } = useTypedText({
    value,
    show: (time) => time,
    read: parseClock,
    onRead: (time) => onChange(time ?? ''),
  })
  return (
    <div className="grid gap-1">
      <input
        {...input}
        aria-label={label}
        aria-invalid={unread !== null || undefined}
        aria-describedby={unread === null ? undefined : errorId}
        inputMode="numeric"
        autoComplete="off"
        placeholder={staffTexts.clock.form}
        className={cx(controlLook, 'tabular-nums')}
      />
      {unread !== null && <FieldError id={errorId}>{staffTexts.clock.fault}</FieldError>}
    </div>
  )
}
