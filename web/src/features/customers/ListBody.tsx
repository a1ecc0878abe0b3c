import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type { Customer, List } from '@/api/types'
import { errorText } from '@/lib/errors'
import { buttonLook } from '@/ui/buttonLook'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { MorePages } from '@/ui/MorePages'
import { NothingFound } from '@/ui/NothingFound'
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
    if (!q) return <NoneYet mayCreate={mayAdminister} />
    return (
      <NothingFound title={texts.list.none} clear={texts.list.clear} onClear={on.onClear}>
        {texts.list.noneDetail(q)}
      </NothingFound>
    )
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
