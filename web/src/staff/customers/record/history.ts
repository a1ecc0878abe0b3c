import type { Visit } from '@/api/types'

/** Visits shown at first (specification, section 9). */
const maxVisits = 15

/** Months with visits, YYYY-MM, latest first. */
export function monthsOf(visits: readonly Visit[]): string[] {
  return [...new Set(visits.map(monthOf))].sort().reverse()
}

/** Newest first. An empty month means all months. Unless `all`, only the first visits. */
export function historyOf(
  visits: readonly Visit[],
  month: string,
  all = false,
): { shownVisits: Visit[]; total: number } {
  const monthVisits = visits.filter((visit) => month === '' || monthOf(visit) === month)
  const newestFirst = [...monthVisits].sort((a, b) => Date.parse(b.visitedAt) - Date.parse(a.visitedAt))
  return { shownVisits: all ? newestFirst : newestFirst.slice(0, maxVisits), total: monthVisits.length }
}

/** The month of the visit in the business's time zone. */
function monthOf({ localDay, visitedAt }: Visit): string {
  return (localDay ?? visitedAt).slice(0, 7)
}
