import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReportRange, ServicesReport } from '@/api/types'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { NoResults } from '@/kit/NoResults'
import { Panel } from '@/kit/Panel'
import { StaleNote } from '@/kit/StaleNote'
import { TextField } from '@/kit/TextField'
import { sayNumber } from '@/lib/numbers'
import { reportFailure } from './reportFailure'
import { ServicesTable } from './ServicesTable'
import { texts } from './texts'

interface ServicesPanelProps {
  report: UseInfiniteQueryResult<InfiniteData<ServicesReport>>
  range: ReportRange
  q: string
  typedText: string
  onType: (q: string) => void
}

export function ServicesPanel({ report, range, q, typedText, onType }: ServicesPanelProps) {
  const first = report.data?.pages[0]
  const items = report.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Panel title={texts.who}>
      <div className="grid gap-4" aria-busy={report.isPlaceholderData || undefined}>
        <NameSearch typedText={typedText} onType={onType} />
        <StaleNote read={report} />
        {report.isLoadingError ? (
          <LoadFailed onRetry={report.refetch}>{reportFailure(report.error)}</LoadFailed>
        ) : first?.customers === 0 ? (
          <NoResults title={texts.notFound} clear={texts.clear} onClear={() => onType('')}>
            {texts.notFoundDetail(q)}
          </NoResults>
        ) : (
          <>
            {q && first && (
              <p role="status" className="text-ink-soft">
                {sayNumber(first.total)} {texts.visits(first.total)} {texts.customers(first.customers)}{' '}
                {texts.found(q)}
              </p>
            )}
            <ServicesTable
              items={first ? items : null}
              range={first?.range ?? range}
              period={first?.window}
              stale={report.isPlaceholderData}
            />
          </>
        )}
        {first && (
          <MorePages pages={report} label={texts.more}>
            {texts.shown(items.length, first.customers)}
          </MorePages>
        )}
      </div>
    </Panel>
  )
}

function NameSearch({ typedText, onType }: Pick<ServicesPanelProps, 'typedText' | 'onType'>) {
  return (
    <search className="flex max-w-xl items-end gap-2">
      <TextField
        label={texts.search}
        type="search"
        value={typedText}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        className="min-w-0 flex-1"
      />
      <Button variant="secondary" disabled={typedText === ''} onClick={() => onType('')}>
        {texts.clear}
      </Button>
    </search>
  )
}
