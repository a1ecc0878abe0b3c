import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { recordQueries } from '@/api/records'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { Panel } from '@/kit/Panel'
import { StaleNote } from '@/kit/StaleNote'
import { HeadCell, SkeletonRows, Table } from '@/kit/Table'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { useSearchInput } from '@/lib/useSearchInput'
import { CustomerRow } from './CustomerRow'
import { texts } from './texts'

/** The customers found. It is empty until the user searches: the whole list has its own screen. */
export function CustomerTable() {
  const { q, typedText, type } = useSearchInput()
  // `maxPages: 0` keeps all loaded pages in memory.
  const customers = useInfiniteQuery({ ...recordQueries.list(q), enabled: q !== '', maxPages: 0 })
  const rows = customers.data?.pages.flatMap((page) => page.items)
  const total = customers.data?.pages[0]?.total ?? 0
  return (
    <Panel
      title={texts.customers.title}
      actions={
        q !== '' &&
        customers.data && (
          <span role="status" className="text-ink-soft tabular-nums">
            {texts.customers.count(sayNumber(total), total === 1)}
          </span>
        )
      }
    >
      <div className="grid gap-4">
        <TextField
          label={texts.customers.search}
          type="search"
          placeholder={texts.customers.placeholder}
          value={typedText}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => type(event.target.value)}
        />
        {q !== '' && <StaleNote read={customers} />}
        {q === '' ? (
          <p>
            <Link to="/app/customers/list" className="font-semibold text-accent underline underline-offset-4">
              {texts.customers.all}
            </Link>
          </p>
        ) : customers.isLoadingError ? (
          <LoadFailed onRetry={customers.refetch}>
            {errorText(customers.error, texts.customers.failed)}
          </LoadFailed>
        ) : rows?.length === 0 ? (
          <EmptyState icon={<Search aria-hidden="true" />} title={texts.customers.none}>
            {texts.customers.noneHint(q)}
          </EmptyState>
        ) : (
          <Table caption={texts.customers.caption} head={<Head />} busy={customers.isFetching}>
            {rows?.map((customer) => <CustomerRow key={customer.id} customer={customer} />) ?? (
              <SkeletonRows columns={4} rows={8} />
            )}
          </Table>
        )}
        {q !== '' && <MorePages pages={customers} />}
      </div>
    </Panel>
  )
}

function Head() {
  return (
    <>
      <HeadCell>{texts.customers.name}</HeadCell>
      <HeadCell>{texts.customers.phone}</HeadCell>
      <HeadCell>{texts.customers.email}</HeadCell>
      <HeadCell>
        <span className="sr-only">{texts.customers.actions}</span>
      </HeadCell>
    </>
  )
}
