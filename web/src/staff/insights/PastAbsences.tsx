import { useInfiniteQuery } from '@tanstack/react-query'
import { insightQueries } from '@/api/insights'
import { useTimeZone } from '@/api/useTimeZone'
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
  const timeZone = useTimeZone()
  return (
    <PeopleList pages={greetings} noneDetail={words.noneDetail.greetings}>
      {({ id, customerId, name, userName, at, cameBack }) => (
        <Person key={id} id={customerId} name={name} mark={cameBack && <Badge>{words.cameBack}</Badge>}>
          {words.writtenBy(sayMoment(at, { timeZone }), userName)}
        </Person>
      )}
    </PeopleList>
  )
}
