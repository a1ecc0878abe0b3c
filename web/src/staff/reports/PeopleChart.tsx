import type { Came } from '@/api/types'
import { Verbatim } from '@/kit/Verbatim'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const words = texts.charts.people

export function PeopleChart({ came: { customers, newCustomers } }: { came: Came }) {
  if (customers === 0) return <p>{words.none}</p>
  const returning = customers - newCustomers
  const width = (part: number) => ({ width: `${(part / customers) * 100}%` })
  return (
    <div className="grid gap-4">
      <p>{words.answer(newCustomers, customers)}</p>
      <div aria-hidden="true" className="people-bar">
        <span data-kind="others" style={width(returning)} />
        <span data-kind="first" style={width(newCustomers)} />
      </div>
      <p aria-hidden="true" className="chart-legend">
        <span data-kind="others">
          {words.returning} · <Verbatim>{sayNumber(returning)}</Verbatim>
        </span>
        <span data-kind="first">
          {words.fresh} · <Verbatim>{sayNumber(newCustomers)}</Verbatim>
        </span>
      </p>
    </div>
  )
}
