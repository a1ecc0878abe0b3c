import type { Visit } from '@/api/types'

/** The most visits that are shown at once. */
const maxVisits = 15

/** The months (YYYY-MM) in which there are visits, the latest first. */
export function monthsOf(visits: readonly Visit[]): string[] {
  return [...new Set(visits.map(monthOf))].sort().reverse()
}

/** What the history shows of the visits of a month, or of all when `month` is empty: the newest, or all, and of how many. */
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
