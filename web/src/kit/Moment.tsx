import { sayExactly, sayMoment } from '@/lib/dates'

interface MomentProps {
  /** UTC. */
  at: string
  /** The device's time zone by default. */
  timeZone?: string
}

/** A relative time, with the exact one as tooltip. */
export function Moment({ at, timeZone }: MomentProps) {
  return (
    <time dateTime={at} title={sayExactly(at, timeZone)}>
      {sayMoment(at, { timeZone })}
    </time>
  )
}
