import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { insightQueries } from '@/api/insights'
import { Badge } from '@/kit/Badge'
import { sayMoment } from '@/lib/dates'
import { PeopleList } from './PeopleList'
import { texts } from './texts'

const words = texts.absent

/** RecoveredCustomers lists who came back after having been lost. */
export function RecoveredCustomers() {
  const customers = useInfiniteQuery(insightQueries.recovered())
  return (
    <PeopleList pages={customers} noneDetail={words.noneDetail.recovered}>
      {({ customerId, name, archived, day, silentDays }) => (
        <Person key={customerId} id={archived ? null : customerId} name={name}>
          {words.cameOn(day, silentDays)}
        </Person>
      )}
    </PeopleList>
  )
}

/** SentGreetings lists who was invited, when and by whom. */
export function SentGreetings() {
  const greetings = useInfiniteQuery(insightQueries.greetings())
  return (
    <PeopleList pages={greetings} noneDetail={words.noneDetail.greetings}>
      {({ id, customerId, name, userName, at, cameBack }) => (
        <Person key={id} id={customerId} name={name} mark={cameBack && <Badge>{words.cameBack}</Badge>}>
          {words.writtenBy(sayMoment(at), userName)}
        </Person>
      )}
    </PeopleList>
  )
}

interface PersonProps {
  /** Null for a deleted customer. */
  id: string | null
  name: string
  mark?: ReactNode
  children: ReactNode
}

function Person({ id, name, mark, children }: PersonProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2 last:border-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {id ? (
          <Link
            translate="no"
            to="/app/customers/$id"
            params={{ id }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span translate="no" className="font-semibold">
            {name}
          </span>
        )}
        <p className="text-small text-ink-soft">{children}</p>
      </div>
      {mark}
    </li>
  )
}
