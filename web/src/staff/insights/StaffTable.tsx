import type { Period, Share, StaffLine, StaffReport } from '@/api/types'
import { Cell, HeadCell, Row, Table } from '@/kit/Table'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const words = texts.staff

type Column = keyof typeof words.columns
const columns = Object.keys(words.columns) as Column[]
const requiredColumns: Column[] = ['visits', 'days', 'customers']

interface StaffTableProps {
  report: StaffReport
  /** True for a barber, who sees only their own line. */
  isOwn: boolean
}

/** One card per person on narrow screens. */
export function StaffTable({ report: { items, firstVisits }, isOwn }: StaffTableProps) {
  const empty = columns.filter((column) => !requiredColumns.includes(column) && isZeroForAll(items, column))
  const shownColumns = columns.filter((column) => !empty.includes(column))
  return (
    <div className="staff-rows grid gap-4">
      <Table caption={words.table} head={<Head shownColumns={shownColumns} firstVisits={firstVisits} />} wide>
        {items.map((line) => (
          <Line key={line.userId} line={line} shownColumns={shownColumns} firstVisits={firstVisits} />
        ))}
      </Table>
      {empty.length > 0 && <p>{words.noActs(empty, isOwn)}</p>}
      <details className="chart-table">
        <summary>{words.definitions}</summary>
        <dl className="grid gap-2">
          {columns.map((column) => (
            <Definition key={column} name={words.columns[column][0]}>
              {words.columns[column][1]}
            </Definition>
          ))}
          <Definition name={words.returned}>
            {words.returnedDefinition(firstVisits.from, firstVisits.to)}
          </Definition>
        </dl>
      </details>
    </div>
  )
}

/** True if both periods are zero for all. A decline to zero is worth a column. */
function isZeroForAll(items: StaffLine[], column: Column): boolean {
  return items.every(({ now, before }) => now[column] === 0 && before[column] === 0)
}

function Definition({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  )
}

interface HeadProps {
  shownColumns: Column[]
  firstVisits: Period
}

function Head({ shownColumns, firstVisits }: HeadProps) {
  return (
    <>
      <HeadCell>{words.name}</HeadCell>
      {shownColumns.map((column) => (
        <HeadCell key={column} numeric>
          {words.columns[column][0]}
        </HeadCell>
      ))}
      <HeadCell numeric>
        {words.returned} <small className="block font-normal">{sayReturnedOf(firstVisits)}</small>
      </HeadCell>
    </>
  )
}

const sayReturnedOf = ({ from, to }: Period) => words.returnedOf(from, to)

function Line({ line, shownColumns, firstVisits }: HeadProps & { line: StaffLine }) {
  return (
    <Row>
      <th scope="row" translate="no">
        {line.name}
      </th>
      {shownColumns.map((column) => (
        <Cell key={column} label={words.columns[column][0]} numeric translate="no">
          <span>
            {sayNumber(line.now[column])} <small>{texts.figure.before(line.before[column])}</small>
          </span>
        </Cell>
      ))}
      <Cell label={`${words.returned} ${sayReturnedOf(firstVisits)}`} numeric>
        <ReturnedShare line={line} />
      </Cell>
    </Row>
  )
}

function ReturnedShare({ line: { returned, returnedToBarber } }: { line: StaffLine }) {
  if (returned.total === 0) return <span>–</span>
  return (
    <span>
      {sayBoth(returned)} {words.toShop}{' '}
      <small className="block">
        {sayBoth(returnedToBarber)} {words.toBarber}
      </small>
    </span>
  )
}

/** Always shows the numbers, because a percentage of fewer than 20 people would mislead. */
function sayBoth({ part, total, percent }: Share): string {
  const numbers = texts.figure.of(part, total)
  return percent === null ? numbers : `${numbers} (${sayNumber(percent)} %)`
}
