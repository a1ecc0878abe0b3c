import { sayExactly, sayMoment } from '@/lib/dates'

interface MomentProps {
  /** UTC. */
  at: string
  /** The device's by default. */
  timeZone?: string
}

/** The exact time is the tooltip. */
export function Moment({ at, timeZone }: MomentProps) {
  return (
    <time dateTime={at} title={sayExactly(at, timeZone)}>
      {sayMoment(at, { timeZone })}
    </time>
  )
}
