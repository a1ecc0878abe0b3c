import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { importQueries } from '@/api/imports'
import { useTimeZone } from '@/api/useTimeZone'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { sayMoment } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.list

export function ImportList() {
  const imports = useQuery(importQueries.list())
  const timeZone = useTimeZone()
  return (
    <Panel title={words.title}>
      <StaleNote read={imports} />
      {imports.isLoadingError ? (
        <LoadFailed onRetry={imports.refetch}>{errorText(imports.error, words.failed)}</LoadFailed>
      ) : imports.isPending ? (
        <Skeleton className="h-24" />
      ) : imports.data?.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
      ) : (
        <ul className="divide-y divide-rule">
          {imports.data?.map(({ id, fileName, state, rows, createdAt, createdBy }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <div className="grid min-w-0">
                <Link
                  to="/app/importar"
                  search={{ id }}
                  translate="no"
                  className="flex min-h-target items-center font-semibold text-accent underline underline-offset-4 wrap-anywhere"
                >
                  {fileName}
                </Link>
                <p className="text-small text-ink-soft wrap-anywhere">
                  {words.by(createdBy, sayMoment(createdAt, { timeZone }))}
                </p>
              </div>
              <p className="text-small">
                <span className="font-semibold">{words.states[state]}</span> · {words.rows(rows)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
