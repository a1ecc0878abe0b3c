import { useQuery } from '@tanstack/react-query'
import { useWaitingVisits } from '@/acts/outbox/OutboxProvider'
import { isWaiting } from '@/acts/outbox/waitingVisit'
import { todayQuery } from '@/api/reports'
import { localDay } from '@/lib/dates'
import { texts } from './texts'

/** How many visits were registered today, and how many of today wait on this device; nothing while that is not known. */
export function Tally({ timeZone }: { timeZone: string | undefined }) {
  const { data: today } = useQuery(todayQuery())
  const visits = useWaitingVisits().filter(isWaiting)
  if (typeof today?.visits !== 'number') return null
  const waiting = visits.filter(({ scannedAt }) => localDay(new Date(scannedAt), timeZone) === today.day)
  return <p className="text-counter">{texts.tally(today.visits, waiting.length)}</p>
}
