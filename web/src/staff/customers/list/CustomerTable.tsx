import '../customers.css'
import { type RefObject, useRef } from 'react'
import type { ListedCustomer } from '@/api/types'
import { cx } from '@/kit/cx'
import { Skeleton } from '@/kit/Skeleton'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { CustomerRow, type CustomerRowProps } from './CustomerRow'
import { texts } from './texts'
import { type ListPages, useRowWindow } from './useRowWindow'

const { columns } = texts

interface CustomerTableProps
  extends Pick<CustomerRowProps, 'mayCopyIds' | 'timeZone' | 'withBirthday' | 'withValue' | 'onShowQr'> {
  customers: readonly ListedCustomer[] | null
  pages: ListPages
  onRestart: () => void
  total: number
  stale: boolean
}

/** A row per customer; on phones, one line that links to the record. */
export function CustomerTable({
  customers,
  pages,
  onRestart,
  total,
  stale,
  ...rowOptions
}: CustomerTableProps) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className={cx('customer-rows', stale && 'stale')}>
      <Table
        caption={texts.title}
        busy={customers === null || stale}
        rowCount={total + 1}
        head={
          <>
            <HeadCell>{columns.customer}</HeadCell>
            <HeadCell>{columns.card}</HeadCell>
            <HeadCell>{columns.owed}</HeadCell>
            <HeadCell>{columns.lastVisit}</HeadCell>
            <HeadCell>{columns.phone}</HeadCell>
            <HeadCell>{columns.email}</HeadCell>
            <HeadCell>{columns.bonus}</HeadCell>
            <HeadCell>{columns.active}</HeadCell>
            <HeadCell>{columns.actions}</HeadCell>
          </>
        }
      >
        {customers === null ? (
          <SkeletonRows columns={9} rows={8} />
        ) : (
          <VisibleRows box={box} customers={customers} pages={pages} onRestart={onRestart} {...rowOptions} />
        )}
      </Table>
    </div>
  )
}

interface VisibleRowsProps extends Omit<CustomerTableProps, 'total' | 'stale'> {
  box: RefObject<HTMLElement | null>
  customers: readonly ListedCustomer[]
}

/** Renders only rows near the screen, with empty space for the others. */
function VisibleRows({ box, customers, pages, onRestart, ...rowOptions }: VisibleRowsProps) {
  const { rows, first, before, after, measure } = useRowWindow(box, customers, pages, onRestart)
  return (
    <>
      <Space height={before} />
      {rows.map(({ key, index }) => {
        const customer = customers[index - first]
        return customer ? (
          <CustomerRow key={key} customer={customer} index={index} measure={measure} {...rowOptions} />
        ) : (
          <RowToCome key={key} />
        )
      })}
      <Space height={after} />
    </>
  )
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <Row aria-hidden="true" className="row-space">
      <td colSpan={9} style={{ height }} />
    </Row>
  )
}

/** A row whose page is being loaded again. */
function RowToCome() {
  return (
    <Row aria-hidden="true">
      <Cell>
        <Skeleton className="h-5 w-40" />
      </Cell>
    </Row>
  )
}
