import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { CalendarX2, SearchX } from 'lucide-react'
import type { ReportRange, ServicesReport } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { reportFailure } from './reportFailure'
import { ServicesTable } from './ServicesTable'
import { texts } from './texts'

interface ServicesPanelProps {
  report: UseInfiniteQueryResult<InfiniteData<ServicesReport>>
  range: ReportRange
  q: string
  onClear: () => void
  onWiden: () => void
}

/** The visits as one large number, and whose they were. */
export function ServicesPanel({ report, range, q, onClear, onWiden }: ServicesPanelProps) {
  const first = report.data?.pages[0]
  if (report.isError && !first) return <Failed error={report.error} onRetry={() => report.refetch()} />
  return (
    <section
      aria-label={texts.title}
      className="grid gap-4"
      aria-busy={report.isPlaceholderData || undefined}
    >
      <Total report={first} q={q} />
      {first?.customers === 0 ? (
        <Nobody range={range} q={q} onClear={onClear} onWiden={onWiden} />
      ) : (
        <ServicesTable
          items={report.data?.pages.flatMap((page) => page.items) ?? null}
          range={first?.range ?? range}
          period={first?.window}
          stale={report.isPlaceholderData}
        />
      )}
      {first && report.hasNextPage && <More report={report} total={first.customers} />}
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
        <span className="font-sign text-poster font-extrabold tabular-nums">{sayNumber(total)}</span>
        <span>
          {texts.visits(total)} {texts.customers(customers)} {q && texts.found(q)}
        </span>
      </p>
    </div>
  )
}

function Nobody({ range, q, onClear, onWiden }: Omit<ServicesPanelProps, 'report'>) {
  const clear = (
    <Button variant="secondary" onClick={onClear}>
      {texts.clear}
    </Button>
  )
  if (q) {
    return (
      <EmptyState icon={<SearchX aria-hidden="true" />} title={texts.notFound} action={clear}>
        {texts.notFoundDetail(q)}
      </EmptyState>
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

function More({ report, total }: { report: ServicesPanelProps['report']; total: number }) {
  const shown = report.data?.pages.reduce((count, page) => count + page.items.length, 0) ?? 0
  return (
    <footer className="grid justify-items-center gap-2 py-2">
      {report.isFetchNextPageError && <Notice tone="error">{reportFailure(report.error)}</Notice>}
      <Button
        variant="secondary"
        busy={report.isFetchingNextPage}
        onClick={() => void report.fetchNextPage()}
      >
        {texts.more}
      </Button>
      <p className="text-small text-ink-soft tabular-nums">{texts.shown(shown, total)}</p>
    </footer>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="error" className="w-full">
        {reportFailure(error)}
      </Notice>
      <Button variant="secondary" onClick={() => void onRetry()}>
        {texts.retry}
      </Button>
    </div>
  )
}
