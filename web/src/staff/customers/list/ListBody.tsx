import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type { ListChoice } from '@/api/records'
import type { Customer, List, ListedCustomer } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { NoResults } from '@/kit/NoResults'
import { errorText } from '@/lib/errors'
import { CustomerTable } from './CustomerTable'
import { describeFilters } from './Filters'
import { texts } from './texts'

interface ListBodyProps {
  q: string
  choice: ListChoice
  found: UseInfiniteQueryResult<InfiniteData<List<ListedCustomer>>>
  customers: readonly ListedCustomer[] | null
  /** Whether the rows do not match the typed text yet. */
  searching: boolean
  mayAdminister: boolean
  timeZone: string | undefined
  onShowQr: (customer: Customer) => void
  onClear: () => void
  onClearFilters: () => void
}

/** ListBody shows the rows, or why there are none. */
export function ListBody(props: ListBodyProps) {
  const { q, choice, found, customers, searching, mayAdminister } = props
  const filters = describeFilters(choice)
  if (found.isError && !customers) {
    return (
      <LoadFailed title={texts.failed} onRetry={found.refetch}>
        {errorText(found.error, texts.failedDetail)}
      </LoadFailed>
    )
  }
  const total = found.data?.pages[0]?.total ?? 0
  if (customers?.length === 0 && !searching) {
    if (filters) {
      return (
        <NoResults title={texts.none} clear={texts.filters.clear} onClear={props.onClearFilters}>
          {q ? texts.filters.noneOf(q, filters) : texts.filters.none(filters)}
        </NoResults>
      )
    }
    if (!q) return <NoneYet mayCreate={mayAdminister} />
    return (
      <NoResults title={texts.none} clear={texts.clear} onClear={props.onClear}>
        {texts.noneDetail(q)}
      </NoResults>
    )
  }
  return (
    <div className="grid gap-3">
      <p role="status" className="min-h-6 text-ink-soft tabular-nums">
        {searching || !customers ? texts.searching : countOf(total, q, filters)}
      </p>
      <CustomerTable
        customers={customers}
        stale={searching}
        mayCopyIds={mayAdminister}
        timeZone={props.timeZone}
        withBirthday={choice.birthday === true}
        onShowQr={props.onShowQr}
      />
      {customers && <MorePages pages={found}>{texts.shown(customers.length, total)}</MorePages>}
    </div>
  )
}

function countOf(total: number, q: string, filters: string): string {
  const count = q ? texts.found(total, q) : texts.count(total)
  return filters ? texts.filtered(count, filters) : count
}

function NoneYet({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={<Users aria-hidden="true" />}
      title={texts.empty}
      action={
        mayCreate && (
          <Link to="/app/customers/new" className={buttonLook()}>
            {texts.create}
          </Link>
        )
      }
    >
      {texts.emptyDetail}
    </EmptyState>
  )
}
