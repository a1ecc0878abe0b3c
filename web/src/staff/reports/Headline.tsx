import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import type { ServicesCharts, ServicesReport } from '@/api/types'
import { Button } from '@/kit/Button'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { sayNumber } from '@/lib/numbers'
import { Comparison } from './Comparison'
import { reportFailure } from './reportFailure'
import { texts } from './texts'

interface HeadlineProps {
  report: UseInfiniteQueryResult<InfiniteData<ServicesReport>>
  comparison: ServicesCharts['comparison'] | undefined
  onWiden: () => void
  onRetry: () => unknown
}

export function Headline({ report, comparison, onWiden, onRetry }: HeadlineProps) {
  const first = report.data?.pages[0]
  if (report.isLoadingError) {
    return <LoadFailed onRetry={onRetry}>{reportFailure(report.error)}</LoadFailed>
  }
  if (!first) return <Skeleton className="h-20 w-64" />
  const { total, customers, range, window } = first
  const { from, to } = window[range]
  return (
    <div className="grid gap-4" aria-busy={report.isPlaceholderData || undefined}>
      <StaleNote read={report} />
      <div role="status">
        <p className="text-ink-soft first-letter:uppercase">{texts.period[range](from, to)}</p>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span translate="no" className="font-sign text-poster font-extrabold">
            {sayNumber(total)}
          </span>
          <span>
            {texts.visits(total)} {texts.customers(customers)}
          </span>
        </p>
        <Comparison comparison={comparison} shownPeriod={window[range]} />
      </div>
      {customers === 0 && (
        <Panel>
          <EmptyState
            icon={<CalendarX2 aria-hidden="true" />}
            title={texts.none[range]}
            action={
              range !== 'month' && (
                <Button variant="secondary" onClick={onWiden}>
                  {texts.wholeMonth}
                </Button>
              )
            }
          >
            {texts.noneDetail}
          </EmptyState>
        </Panel>
      )}
    </div>
  )
}
