import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Week } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { Cell, HeadCell, Row, Table } from '@/kit/Table'
import { Verbatim } from '@/kit/Verbatim'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const { week: words } = texts

/** Figure shows a large number and what it counts. */
export function Figure({ value, children }: { value: number; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span translate="no" className="font-sign text-poster font-extrabold">
        {sayNumber(value)}
      </span>
      <span>{children}</span>
    </p>
  )
}

/** CameFacts compares the week's visits with the same days of the week before. */
export function CameFacts({ week }: { week: Week }) {
  const { visits, customers, newCustomers } = week.this
  return (
    <div className="grid justify-items-start gap-3">
      <Figure value={visits}>{words.came.words(visits, customers, newCustomers)}</Figure>
      <p className="text-ink-soft">{words.came.before(visits, week.before.visits)}</p>
      <Link to="/app/reports/services" className={buttonLook({ variant: 'secondary' })}>
        {words.came.report}
      </Link>
    </div>
  )
}

/** OwedFacts counts the pending rewards. */
export function OwedFacts({ owed: { free, half, others = 0, customers } }: { owed: Week['owed'] }) {
  const all = free + half + others
  if (all === 0) return <p className="text-ink-soft">{words.owed.none}</p>
  return (
    <div className="grid justify-items-start gap-3">
      <Figure value={all}>{words.owed.words(all, customers)}</Figure>
      <p className="text-ink-soft">{words.owed.kinds(free, half, others)}</p>
      <Link to="/app/customers/list" search={{ owed: true }} className={buttonLook({ variant: 'secondary' })}>
        {words.owed.list}
      </Link>
    </div>
  )
}

/** OverrideFacts lists who authorised further visits or deleted visits. */
export function OverrideFacts({ people }: { people: Week['overrides'] }) {
  if (people.length === 0) return <p className="text-ink-soft">{words.overrides.none}</p>
  return (
    <Table
      caption={words.overrides.question}
      head={
        <>
          <HeadCell>{words.overrides.name}</HeadCell>
          <HeadCell numeric>{words.overrides.authorized}</HeadCell>
          <HeadCell numeric>{words.overrides.deleted}</HeadCell>
        </>
      }
    >
      {people.map(({ userId, name, authorized, deleted }) => (
        <Row key={userId}>
          <Cell>
            <Verbatim>{name}</Verbatim>
          </Cell>
          <Cell label={words.overrides.authorized} numeric>
            <Verbatim>{sayNumber(authorized)}</Verbatim>
          </Cell>
          <Cell label={words.overrides.deleted} numeric>
            <Verbatim>{sayNumber(deleted)}</Verbatim>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
