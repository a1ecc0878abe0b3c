import { sayExactly, sayMoment } from '@/lib/dates'

interface MomentProps {
  /** The time in UTC, ISO 8601. */
  at: string
  /** The device's time zone by default. */
  timeZone?: string
}

/** Shows the exact time as a tooltip. */
export function Moment({ at, timeZone }: MomentProps) {
  return (
    <time dateTime={at} title={sayExactly(at, timeZone)}>
      {sayMoment(at, { timeZone })}
    </time>
  )
}
