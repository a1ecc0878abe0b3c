import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import type { Customer, List } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { MorePages } from '@/ui/MorePages'
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
  if (found.isError && !customers) {
    return (
      <LoadFailed title={texts.list.failed} onRetry={found.refetch}>
        {errorText(found.error, texts.list.failedDetail)}
      </LoadFailed>
    )
  }
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
      {customers && <MorePages pages={found}>{texts.list.shown(customers.length, total)}</MorePages>}
    </div>
  )
}

function countOf(total: number, q: string): string {
  return q ? texts.list.found(total, q) : texts.list.count(total)
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
