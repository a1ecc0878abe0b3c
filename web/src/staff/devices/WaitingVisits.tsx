import { useQuery } from '@tanstack/react-query'
import { waitingVisitsQuery } from '@/api/devices'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { VisitList } from './HandedVisits'
import { texts } from './texts'

const words = texts.waiting

export function WaitingVisits() {
  const { data: visits = [], isLoadingError, error, refetch } = useQuery(waitingVisitsQuery())
  if (isLoadingError) {
    return (
      <Panel title={words.title}>
        <LoadFailed onRetry={refetch}>{errorText(error, words.failed)}</LoadFailed>
      </Panel>
    )
  }
  if (visits.length === 0) return null
  const open = visits.filter(({ outcome }) => outcome === null).length
  return (
    <Panel title={words.title} actions={<span className="text-ink-soft">{words.count(open)}</span>}>
      <div className="grid gap-2">
        {open > 0 && <p className="max-w-prose text-ink-soft">{words.detail}</p>}
        <VisitList deviceId={null} visits={visits} />
      </div>
    </Panel>
  )
}
