import type { StaffLine, StaffReport } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { sayShare } from './Figure'
import { texts } from './texts'
import { WideTable } from './WideTable'

const words = texts.staff
const columns = Object.keys(words.columns) as (keyof typeof words.columns)[]

/** Scrolls sideways on phones. */
export function StaffTable({ report: { items, firstVisits } }: { report: StaffReport }) {
  return (
    <div className="grid gap-4">
      <WideTable name={words.table}>
        <table className="staff-table">
          <caption className="sr-only">{words.table}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {words.columns[column][0]}
                </th>
              ))}
              <th scope="col">{words.returned}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((line) => (
              <Line key={line.userId} line={line} />
            ))}
          </tbody>
        </table>
      </WideTable>
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

function Definition({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  )
}

function Line({ line }: { line: StaffLine }) {
  return (
    <tr>
      <th scope="row" translate="no">
        {line.name}
      </th>
      {columns.map((column) => (
        <td key={column} translate="no">
          {sayNumber(line.now[column])}
          <small>{texts.figure.before(line.before[column])}</small>
        </td>
      ))}
      <td translate="no">
        {sayShare(line.returned)} {words.toShop}
        <small>
          {sayShare(line.returnedToBarber)} {words.toBarber} ·{' '}
          <span className="whitespace-nowrap">{texts.figure.people(line.returned.total)}</span>
        </small>
      </td>
    </tr>
  )
}
