import { sayExactly, sayMoment } from '@/lib/dates'

interface MomentProps {
  /** An instant in UTC. */
  at: string
  /** The business's time zone; the device's when left out. */
  timeZone?: string
}

/** When something happened, as people say it; to the minute on hover. */
export function Moment({ at, timeZone }: MomentProps) {
  return (
    <time dateTime={at} title={sayExactly(at, timeZone)}>
      {sayMoment(at, { timeZone })}
    </time>
  )
}
