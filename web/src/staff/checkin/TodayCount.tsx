import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWaitingVisits } from '@/acts/staff/outbox/OutboxProvider'
import { isWaiting } from '@/acts/staff/outbox/waitingVisit'
import { todayQuery } from '@/api/reports'
import { localDay } from '@/lib/dates'
import { texts } from './texts'

export function TodayCount({ timeZone }: { timeZone: string | undefined }) {
  const { data: today } = useQuery(todayQuery())
  const visits = useWaitingVisits()
  const day = today?.day
  // Memoised, because hundreds of visits may wait.
  const waiting = useMemo(
    () =>
      visits.filter((visit) => isWaiting(visit) && localDay(new Date(visit.scannedAt), timeZone) === day)
        .length,
    [visits, timeZone, day],
  )
  if (typeof today?.visits !== 'number') return null
  return <p className="text-counter">{texts.tally(today.visits, waiting)}</p>
}
