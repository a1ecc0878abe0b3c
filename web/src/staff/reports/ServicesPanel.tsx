import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { isApiError } from '@/api/error'
import type { ReportRange, ServicesReport } from '@/api/types'
import { Button } from '@/kit/Button'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { NoResults } from '@/kit/NoResults'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { ServicesTable } from './ServicesTable'
import { texts } from './texts'

interface ServicesPanelProps {
  report: UseInfiniteQueryResult<InfiniteData<ServicesReport>>
  range: ReportRange
  q: string
  onClear: () => void
  onWiden: () => void
}

/** ServicesPanel shows the number of visits and the customers. */
export function ServicesPanel({ report, range, q, onClear, onWiden }: ServicesPanelProps) {
  const first = report.data?.pages[0]
  const items = report.data?.pages.flatMap((page) => page.items) ?? []
  if (report.isLoadingError) {
    return <LoadFailed onRetry={report.refetch}>{reportFailure(report.error)}</LoadFailed>
  }
  return (
    <section
      aria-label={texts.title}
      className="grid gap-4"
      aria-busy={report.isPlaceholderData || undefined}
    >
      <StaleNote read={report} />
      <Total report={first} q={q} />
      {first?.customers === 0 ? (
        <EmptyReport range={range} q={q} onClear={onClear} onWiden={onWiden} />
      ) : (
        <ServicesTable
          items={first ? items : null}
          range={first?.range ?? range}
          period={first?.window}
          stale={report.isPlaceholderData}
        />
      )}
      {first && (
        <MorePages pages={report} label={texts.more}>
          {texts.shown(items.length, first.customers)}
        </MorePages>
      )}
    </section>
  )
}

function Total({ report, q }: { report: ServicesReport | undefined; q: string }) {
  if (!report) return <Skeleton className="h-20 w-64" />
  const { total, customers, range, window } = report
  const { from, to } = window[range]
  return (
    <div role="status">
      <p className="text-ink-soft first-letter:uppercase">{texts.period[range](from, to)}</p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span translate="no" className="font-sign text-poster font-extrabold">
          {sayNumber(total)}
        </span>
        <span>
          {texts.visits(total)} {texts.customers(customers)} {q && texts.found(q)}
        </span>
      </p>
    </div>
  )
}

function EmptyReport({ range, q, onClear, onWiden }: Omit<ServicesPanelProps, 'report'>) {
  if (q) {
    return (
      <NoResults title={texts.notFound} clear={texts.clear} onClear={onClear}>
        {texts.notFoundDetail(q)}
      </NoResults>
    )
  }
  const widen = (
    <Button variant="secondary" onClick={onWiden}>
      {texts.wholeMonth}
    </Button>
  )
  return (
    <EmptyState
      icon={<CalendarX2 aria-hidden="true" />}
      title={texts.none[range]}
      action={range !== 'month' && widen}
    >
      {texts.noneDetail}
    </EmptyState>
  )
}

/** reportFailure returns the server's message, else the HTTP status, else a default (specification, section 8). */
export function reportFailure(error: unknown): string {
  const answered = isApiError(error) && error.status > 0
  return answered ? errorText(error, texts.http(error.status)) : texts.failed
}
