import type { CohortReport } from '@/api/types'
import { addMonths } from '@/lib/days'

export type CohortLine = CohortReport['cohorts'][number]

/** Months are YYYY-MM. */
export function monthsAfter(month: string, count: number): string {
  return addMonths(`${month}-01`, count).slice(0, 7)
}

/** All months from the first to the last, both included. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = monthsAfter(month, 1)) months.push(month)
  return months
}

export interface MonthRow<Line> {
  month: string
  /** Undefined in a month without new customers, which reports omit. */
  line: Line | undefined
}

/** One row per month, from the first line to the last month. */
export function monthRows<Line extends { month: string }>(
  lines: readonly Line[],
  last: string,
): MonthRow<Line>[] {
  const [first] = lines
  if (!first) return []
  return monthsBetween(first.month, last).map((month) => ({
    month,
    line: lines.find((line) => line.month === month),
  }))
}

/** Past months without any visit, by new or earlier customers. */
export function monthsWithoutVisits(cohorts: readonly CohortLine[]): string[] {
  const monthsWithVisits = new Set(
    cohorts.flatMap(({ month, came }) =>
      came.flatMap(({ part }, index) => (part > 0 ? [monthsAfter(month, index)] : [])),
    ),
  )
  const running = runningMonth(cohorts)
  return monthRows(cohorts, running)
    .map(({ month }) => month)
    .filter((month) => month !== running && !monthsWithVisits.has(month))
}

/** The current month: the last column of the first cohort. Empty without cohorts. */
export function runningMonth([first]: readonly CohortLine[]): string {
  return first ? monthsAfter(first.month, first.came.length - 1) : ''
}
