import type { UseQueryResult } from '@tanstack/react-query'
import type { ServicesCharts } from '@/api/types'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { DaysChart } from './DaysChart'
import { HoursChart } from './HoursChart'
import { PeopleChart } from './PeopleChart'
import { texts } from './texts'

interface ChartsProps {
  charts: UseQueryResult<ServicesCharts>
  day: string | undefined
}

export function Charts({ charts, day }: ChartsProps) {
  const { data } = charts
  if (charts.isLoadingError) {
    return <LoadFailed onRetry={charts.refetch}>{errorText(charts.error, texts.charts.failed)}</LoadFailed>
  }
  return (
    <div className="grid gap-6" aria-busy={!data || charts.isPlaceholderData || undefined}>
      <StaleNote read={charts} />
      {day && data && <p>{texts.charts.ofWeek(data.came.from, data.came.to)}</p>}
      <Panel title={texts.charts.days.question}>
        {data ? <DaysChart days={data.days} chosenDay={day} /> : <Skeleton className="h-64" />}
      </Panel>
      <Panel title={texts.charts.people.question}>
        {data ? <PeopleChart came={data.came} /> : <Skeleton className="h-24" />}
      </Panel>
      {(!data || data.hours.length > 0) && (
        <Panel title={texts.charts.hours.question}>
          {data ? <HoursChart hours={data.hours} /> : <Skeleton className="h-80" />}
        </Panel>
      )}
    </div>
  )
}
