import { useInfiniteQuery } from '@tanstack/react-query'
import { isUndoableUntil, useUndoGreeting } from '@/acts/staff/greetings'
import { insightQueries } from '@/api/insights'
import type { SentGreeting } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { UndoGreeting } from '@/card/GreetingAct'
import { Badge } from '@/kit/Badge'
import { sayMoment } from '@/lib/dates'
import { PeopleList } from './PeopleList'
import { Person } from './Person'
import { texts } from './texts'

const words = texts.absent

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

export function SentGreetings() {
  const greetings = useInfiniteQuery(insightQueries.greetings())
  return (
    <PeopleList pages={greetings} noneDetail={words.noneDetail.greetings}>
      {(greeting) => <PastGreeting key={greeting.id} greeting={greeting} />}
    </PeopleList>
  )
}

function PastGreeting({ greeting }: { greeting: SentGreeting }) {
  const { customerId, name, userName, at, cameBack, undoableUntil } = greeting
  const undo = useUndoGreeting(customerId)
  const timeZone = useTimeZone()
  const mark = cameBack ? (
    <Badge>{words.cameBack}</Badge>
  ) : (
    isUndoableUntil(undoableUntil) && (
      <UndoGreeting name={name} isUndoing={undo.isPending} onUndo={() => undo.mutate(at)} />
    )
  )
  return (
    <Person id={customerId} name={name} mark={mark}>
      {words.writtenBy(sayMoment(at, { timeZone }), userName)}
    </Person>
  )
}
