import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VisitCount, Week } from '@/api/types'
import { cx } from '@/kit/cx'
import { Cell, HeadCell, Row, Table } from '@/kit/Table'
import { Verbatim } from '@/kit/Verbatim'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const { week: words } = texts

export function Figure({ value, children }: { value: number; children: ReactNode }) {
  return (
    <p className="flex items-baseline gap-x-3">
      <Numeral value={value} />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function Numeral({ value }: { value: number }) {
  return (
    <span translate="no" className="font-sign text-poster font-extrabold">
      {sayNumber(value)}
    </span>
  )
}

/** Compares the week with the same days of the week before, and 28 days with the 28 before. */
export function CameFacts({ week }: { week: Week }) {
  const { today, givenToday = 0, this: now, before, rolling, rollingBefore } = week
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[2fr_3fr] gap-x-4 gap-y-3 sm:grid-cols-3">
        <Came when={words.came.today} value={today.visits}>
          {words.came.todayWords(today.visits, today.newCustomers)}
          <span className="block text-small text-ink-soft">{words.came.given(givenToday)}</span>
        </Came>
        <Came when={words.came.week} value={now.visits}>
          {words.came.words(now.visits, now.customers, now.newCustomers)}
        </Came>
        {rolling && rollingBefore && (
          <Came when={words.came.rolling} value={rolling.visits} wide>
            <span>{words.came.rollingWords(rolling.visits)}</span>
            {hasVisits(rolling, rollingBefore) && <Change visits={rolling.visits} before={rollingBefore} />}
          </Came>
        )}
      </dl>
      {hasVisits(now, before) && (
        <p className="text-small text-ink-soft sm:text-body">{words.came.before(now, before)}</p>
      )}
    </div>
  )
}

/** False for a new business, whose comparisons would compare zero visits with zero. */
const hasVisits = (now: VisitCount, before: VisitCount) => now.visits > 0 || before.visits > 0

function Change({ visits, before }: { visits: number; before: VisitCount }) {
  const Sign = visits > before.visits ? ArrowUp : visits < before.visits ? ArrowDown : Equal
  return (
    <strong className="flex gap-1 font-semibold max-sm:w-full">
      <Sign aria-hidden="true" className="mt-1 size-4 flex-none" />
      {words.came.change(visits, before)}
    </strong>
  )
}

interface CameProps {
  when: string
  value: number
  /** True if the fact takes a whole row on a phone. */
  wide?: boolean
  children: ReactNode
}

function Came({ when, value, wide = false, children }: CameProps) {
  return (
    <div className={cx(wide && 'max-sm:col-span-2')}>
      <dt className="text-small font-semibold text-ink-soft">{when}</dt>
      <dd className={cx('grid', wide && 'max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3')}>
        <Numeral value={value} />
        {wide ? children : <span>{children}</span>}
      </dd>
    </div>
  )
}

export function PanelLink({ children, ...to }: Pick<LinkProps, 'to' | 'search'> & { children: ReactNode }) {
  return (
    <Link
      {...to}
      className="-my-2 flex min-h-target items-center font-semibold text-accent underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

export function OwedFacts({
  owed: { free, half, others = 0, customers, value = 0 },
}: {
  owed: Week['owed']
}) {
  const all = free + half + others
  if (all === 0) return <p className="text-ink-soft">{words.owed.none}</p>
  return (
    <div className="grid gap-2">
      <Figure value={all}>{words.owed.words(all, customers)}</Figure>
      <p className="text-small text-ink-soft sm:text-body">{words.owed.kinds(free, half, others)}</p>
      {value > 0 && <p className="text-small text-ink-soft sm:text-body">{words.owed.value(value)}</p>}
      {value === 0 && free + half > 0 && <PanelLink to="/app/informes/debo">{words.owed.noValue}</PanelLink>}
    </div>
  )
}

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
