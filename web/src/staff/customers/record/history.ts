import type { Visit } from '@/api/types'

/** Most visits shown at once (specification, section 9). */
const maxVisits = 15

/** monthsOf returns the months (YYYY-MM) with visits, latest first. */
export function monthsOf(visits: readonly Visit[]): string[] {
  return [...new Set(visits.map(monthOf))].sort().reverse()
}

/**
 * historyOf returns the visits of a month, newest first, and their number. An empty month means all; without `all` the
 * list is cut.
 */
export function historyOf(
  visits: readonly Visit[],
  month: string,
  all = false,
): { shown: Visit[]; total: number } {
  const chosen = visits.filter((visit) => month === '' || monthOf(visit) === month)
  const newestFirst = [...chosen].sort((a, b) => Date.parse(b.visitedAt) - Date.parse(a.visitedAt))
  return { shown: all ? newestFirst : newestFirst.slice(0, maxVisits), total: chosen.length }
}

/** The month in the business's time zone. */
function monthOf({ localDay, visitedAt }: Visit): string {
  return (localDay ?? visitedAt).slice(0, 7)
}
