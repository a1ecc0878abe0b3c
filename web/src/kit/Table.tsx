import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { Skeleton } from './Skeleton'

interface TableProps {
  /** What the table shows; read out, and not drawn. */
  caption: string
  head: ReactNode
  busy?: boolean
  /** Of so many columns that a tablet has no room for them. */
  wide?: boolean
  children: ReactNode
}

/** A table; where it is too narrow for columns each row becomes a block of named lines. */
export function Table({ caption, head, busy = false, wide = false, children }: TableProps) {
  return (
    <div className="table-box" data-wide={wide || undefined}>
      <table aria-busy={busy || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A row of the body. */
export function Row(props: ComponentProps<'tr'>) {
  return <tr {...props} />
}

/** The name of a column. */
export function HeadCell({ numeric, className, ...rest }: ComponentProps<'th'> & { numeric?: boolean }) {
  return <th scope="col" {...rest} className={cx(numeric && 'numeric', className)} />
}

interface CellProps extends ComponentProps<'td'> {
  /** The column's name, shown beside the value where rows are blocks. */
  label?: string
  numeric?: boolean
}

/** A value. */
export function Cell({ label, numeric, className, ...rest }: CellProps) {
  return <td data-label={label} {...rest} className={cx(numeric && 'numeric', className)} />
}

/** Rows that hold the place while the real ones are on their way. */
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
