import { sayExactly, sayNearDay } from '@/lib/dates'

interface VisitLineProps {
  visitedAt: string
  notes?: string | null | undefined
  timeZone: string
}

export function VisitLine({ visitedAt, notes, timeZone }: VisitLineProps) {
  return (
    <div className="grid gap-0.5">
      <time
        dateTime={visitedAt}
        title={sayExactly(visitedAt, timeZone)}
        className="font-semibold first-letter:uppercase"
      >
        {sayNearDay(visitedAt, { timeZone })}
      </time>
      {notes && <span className="text-ink-soft [overflow-wrap:anywhere]">{notes}</span>}
    </div>
  )
}
