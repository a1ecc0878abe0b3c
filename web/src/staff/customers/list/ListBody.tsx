import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { type ListChoice, pageSize } from '@/api/records'
import { weekQuery } from '@/api/reports'
import type { Customer, List, ListedCustomer } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { NoResults } from '@/kit/NoResults'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { CustomerTable } from './CustomerTable'
import { describeFilters } from './Filters'
import { Letters } from './Letters'
import { texts } from './texts'

interface ListBodyProps {
  q: string
  choice: ListChoice
  customersQuery: UseInfiniteQueryResult<InfiniteData<List<ListedCustomer>>>
  customers: readonly ListedCustomer[] | null
  /** True while the rows do not match the typed text yet. */
  searching: boolean
  mayAdminister: boolean
  timeZone: string | undefined
  onShowQr: (customer: Customer) => void
  /** Loads the list from its beginning. */
  onRestart: () => void
  onClear: () => void
  onClearFilters: () => void
}

export function ListBody(props: ListBodyProps) {
  const { q, choice, customersQuery, customers, searching, mayAdminister } = props
  const filters = describeFilters(choice)
  const total = customersQuery.data?.pages[0]?.total ?? 0
  const isOwedOnly = choice.owed === true && !q && !choice.notSeenFor && !choice.birthday && !choice.from
  const owed = useOwed(mayAdminister && isOwedOnly, total)
  if (customersQuery.isError && !customers) {
    return (
      <LoadFailed title={texts.failed} onRetry={customersQuery.refetch}>
        {errorText(customersQuery.error, texts.failedDetail)}
      </LoadFailed>
    )
  }
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
  const isByName = !q && !choice.sort
  return (
    <div className="grid gap-3">
      <p role="status" className="min-h-6 text-ink-soft tabular-nums">
        {searching || !customers ? texts.searching : (owed ?? countOf(total, q, filters))}
      </p>
      {isByName && (total > pageSize || choice.from) && <Letters chosenLetter={choice.from} />}
      <CustomerTable
        customers={customers}
        pages={customersQuery}
        onRestart={props.onRestart}
        total={total}
        stale={searching}
        mayCopyIds={mayAdminister}
        timeZone={props.timeZone}
        withBirthday={choice.birthday === true}
        withValue={choice.owed === true || choice.sort === 'owed'}
        onShowQr={props.onShowQr}
      />
      {customersQuery.isFetchPreviousPageError && (
        <LoadFailed onRetry={customersQuery.fetchPreviousPage}>
          {errorText(customersQuery.error, texts.failedDetail)}
        </LoadFailed>
      )}
      <StaleNote read={customersQuery} />
      {customers && customersQuery.isFetchNextPageError && (
        <MorePages pages={customersQuery}>{texts.shown(customers.length, total)}</MorePages>
      )}
    </div>
  )
}

/** The dashboard's text about owed rewards. Undefined unless the list counts the same number of customers. */
function useOwed(isAsked: boolean, total: number): string | undefined {
  const { data } = useQuery({ ...weekQuery(), enabled: isAsked })
  if (!isAsked || !data || data.owed.customers !== total || total === 0) return undefined
  const { free, half, others = 0 } = data.owed
  return texts.owedIn(free + half + others, total)
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
