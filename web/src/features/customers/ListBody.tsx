import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import type { Customer, List } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'
import { CustomerTable } from './CustomerTable'
import { texts } from './texts'

interface ListBodyProps {
  q: string
  found: UseInfiniteQueryResult<InfiniteData<List<Customer>>>
  customers: readonly Customer[] | null
  /** Whether what is shown is not yet what was typed. */
  searching: boolean
  mayAdminister: boolean
  onShowQr: (customer: Customer) => void
  onClear: () => void
}

/** What was found, or why there is nothing to show. */
export function ListBody({ q, found, customers, searching, mayAdminister, ...on }: ListBodyProps) {
  if (found.isError && !customers) return <ListFailed error={found.error} onRetry={found.refetch} />
  const total = found.data?.pages[0]?.total ?? 0
  if (customers?.length === 0 && !searching) {
    return q ? <NoneFound q={q} onClear={on.onClear} /> : <NoneYet mayCreate={mayAdminister} />
  }
  return (
    <div className="grid gap-3">
      <p role="status" className="min-h-6 text-ink-soft tabular-nums">
        {searching || !customers ? texts.list.searching : countOf(total, q)}
      </p>
      <CustomerTable
        customers={customers}
        stale={searching}
        mayCopyIds={mayAdminister}
        onShowQr={on.onShowQr}
      />
      {customers && (found.hasNextPage || found.isFetchNextPageError) && (
        <footer className="grid justify-items-center gap-2 py-2">
          {found.isFetchNextPageError && (
            <Notice tone="error">{errorText(found.error, texts.list.failedDetail)}</Notice>
          )}
          <Button
            variant="secondary"
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {texts.list.more}
          </Button>
          <p className="text-small text-ink-soft tabular-nums">{texts.list.shown(customers.length, total)}</p>
        </footer>
      )}
    </div>
  )
}

function countOf(total: number, q: string): string {
  return q ? texts.list.found(total, q) : texts.list.count(total)
}

function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="error" title={texts.list.failed} className="w-full">
        {errorText(error, texts.list.failedDetail)}
      </Notice>
      <Button variant="secondary" onClick={() => void onRetry()}>
        {texts.retry}
      </Button>
    </div>
  )
}

function NoneFound({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={texts.list.none}
      action={
        <Button variant="secondary" onClick={onClear}>
          {texts.list.clear}
        </Button>
      }
    >
      {texts.list.noneDetail(q)}
    </EmptyState>
  )
}

function NoneYet({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={<Users aria-hidden="true" />}
      title={texts.list.empty}
      action={
        mayCreate && (
          <Link to="/app/customers/new" className={buttonLook()}>
            {texts.list.create}
          </Link>
        )
      }
    >
      {texts.list.emptyDetail}
    </EmptyState>
  )
}
