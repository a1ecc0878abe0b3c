import { Link } from '@tanstack/react-router'
import type { ReportRange, ServiceCount, ServicesReport } from '@/api/types'
import { cx } from '@/kit/cx'
import { Skeleton } from '@/kit/Skeleton'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const { columns } = texts
const ranges = ['day', 'week', 'month'] as const
const places = [1, 2, 3, 4, 5, 6, 7, 8]

interface ServicesTableProps {
  items: readonly ServiceCount[] | null
  /** The range of the report; its column is highlighted. */
  range: ReportRange
  period: ServicesReport['window'] | undefined
  stale?: boolean
}

/** The four narrow columns fit small phones. With large text they scroll. */
export function ServicesTable({ items, range, period, stale = false }: ServicesTableProps) {
  return (
    <div className="overflow-x-auto">
      <table
        className={cx('services-table', stale && 'opacity-60')}
        aria-busy={items === null || stale || undefined}
      >
        <caption className="sr-only">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.customer}</th>
            {ranges.map((name) => (
              <th key={name} scope="col" data-chosen={name === range || undefined}>
                {columns[name]}
                <span className="hidden font-normal whitespace-nowrap sm:block">
                  {period ? texts.days(period[name].from, period[name].to) : '\u00a0'}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items === null
            ? places.map((place) => <WaitingLine key={place} />)
            : items.map((item) => <Line key={item.customerId} item={item} range={range} />)}
        </tbody>
      </table>
    </div>
  )
}

function Line({ item, range }: { item: ServiceCount; range: ReportRange }) {
  return (
    <tr>
      <th scope="row">
        <Link translate="no" to="/app/customers/$id" params={{ id: item.customerId }}>
          {item.name}
        </Link>
      </th>
      {ranges.map((name) => (
        <td translate="no" key={name} data-chosen={name === range || undefined}>
          {sayNumber(item[name])}
        </td>
      ))}
    </tr>
  )
}

function WaitingLine() {
  return (
    <tr>
      <td colSpan={4}>
        <Skeleton className="h-6 w-full" />
      </td>
    </tr>
  )
}
