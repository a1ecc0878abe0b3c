import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ActivityFilter } from '@/api/activity'
import { serverNow } from '@/api/serverClock'
import type { ActivityGroup } from '@/api/types'
import { localDay } from '@/lib/dates'
import { addDays } from '@/lib/days'
import { groups, texts } from './texts'

export type Period = keyof typeof texts.filters.periods

export type ActivityChoice = 'group' | 'person' | 'period' | 'customer'

/** The filter is in the address, so that it can be shared. */
export function useActivityFilter(timeZone?: string) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const choose = (choice: ActivityChoice, value: string) =>
    void navigate({
      to: '.',
      search: (others) => ({ ...others, [choice]: value || undefined }),
      replace: true,
      resetScroll: false,
    })
  const group = (Object.keys(groups) as ActivityGroup[]).find((knownGroup) => knownGroup === search.group)
  const period =
    (Object.keys(texts.filters.periods) as Period[]).find((knownPeriod) => knownPeriod === search.period) ??
    ''
  const filter: ActivityFilter = {
    ...(group && { group }),
    ...(search.person && { person: search.person }),
    ...(search.customer && { customerId: search.customer }),
    ...(search.q && { q: search.q }),
    ...(period && { from: addDays(localDay(new Date(serverNow()), timeZone), 1 - Number(period)) }),
  }
  return { filter, period, choose }
}
