import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { Skeleton } from './Skeleton'

interface TableProps {
  caption: string
  head: ReactNode
  busy?: boolean
  /** The rows become blocks already at the width of a tablet. */
  wide?: boolean
  /** Includes the head. Set if not all rows are rendered. */
  rowCount?: number
  children: ReactNode
}

/** A table whose rows become blocks where it is narrow. */
export function Table({ caption, head, busy = false, wide = false, rowCount, children }: TableProps) {
  return (
    <div className="table-box" data-wide={wide || undefined}>
      <table aria-busy={busy || undefined} aria-rowcount={rowCount}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr {...props} />
}

export function HeadCell({ numeric, className, ...rest }: ComponentProps<'th'> & { numeric?: boolean }) {
  return <th scope="col" {...rest} className={cx(numeric && 'numeric', className)} />
}

interface CellProps extends ComponentProps<'td'> {
  /** Column name, shown if rows are blocks. */
  label?: string
  numeric?: boolean
}

export function Cell({ label, numeric, className, ...rest }: CellProps) {
  return <td data-label={label} {...rest} className={cx(numeric && 'numeric', className)} />
}

export function SkeletonRows({ columns, rows = 6 }: { columns: number; rows?: number }) {
  const places = (count: number) => Array.from({ length: count }, (_, index) => index)
  return places(rows).map((row) => (
    <Row key={row}>
      {places(columns).map((column) => (
        <Cell key={column}>
          <Skeleton className="h-6 w-full max-w-40" />
        </Cell>
      ))}
    </Row>
  ))
}
