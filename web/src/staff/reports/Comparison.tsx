import { useQuery } from '@tanstack/react-query'
import { type ReportChoice, reportQueries } from '@/api/reports'
import { serverNow } from '@/api/serverClock'
import type { DayCount, ServicesReport } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { localDay } from '@/lib/dates'
import { addDays } from '@/lib/days'
import { texts } from './texts'

type Compared = Exclude<ReportChoice['range'], 'day'>

interface ComparisonProps {
  report: ServicesReport
  range: Compared
}

export function Comparison({ report: { total, window }, range }: ComparisonProps) {
  const { from, to } = window[range]
  const timeZone = useTimeZone()
  const { data } = useQuery(reportQueries.charts({ range, date: addDays(from, -1) }))
  // The earlier period's charts stay until the new ones arrive.
  const before = data?.days.at(-1)?.day === addDays(from, -1) ? data.days : []
  const today = localDay(new Date(serverNow()), timeZone)
  const isRunning = from <= today && today < to
  const days = isRunning ? before.slice(0, dayCount(from, today)) : before
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || !timeZone) return <p className="min-h-6" />
  const span = { from: first.day, to: last.day }
  const sentence = texts.comparison(range, isRunning, span, total, visitsOn(days))
  return (
    <p key={sentence} className="min-h-6 text-ink-soft">
      {sentence}
    </p>
  )
}

function dayCount(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

const visitsOn = (days: readonly DayCount[]) => days.reduce((sum, { visits }) => sum + visits, 0)
