import type { CohortReport } from '@/api/types'
import { addMonths } from '@/lib/days'

type CohortLine = CohortReport['cohorts'][number]

/** Months are YYYY-MM. */
export function monthsAfter(month: string, count: number): string {
  return addMonths(`${month}-01`, count).slice(0, 7)
}

/** All months from the first to the last, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = monthsAfter(month, 1)) months.push(month)
  return months
}

export interface CohortRow {
  month: string
  /** Undefined in a month without new customers, which the report leaves out. */
  cohort: CohortLine | undefined
}

/** A row per month, from the first new customers to the running month. */
export function cohortRows(cohorts: readonly CohortLine[]): CohortRow[] {
  const [first] = cohorts
  if (!first) return []
  return monthsBetween(first.month, runningMonth(first)).map((month) => ({
    month,
    cohort: cohorts.find((cohort) => cohort.month === month),
  }))
}

/** Months that are over and have no visit: no first one, and none of an earlier customer. */
export function monthsWithoutVisits(cohorts: readonly CohortLine[]): string[] {
  const [first] = cohorts
  if (!first) return []
  const visited = new Set(
    cohorts.flatMap(({ month, came }) =>
      came.flatMap(({ part }, index) => (part > 0 ? [monthsAfter(month, index)] : [])),
    ),
  )
  const running = runningMonth(first)
  return monthsBetween(first.month, running).filter((month) => month !== running && !visited.has(month))
}

function runningMonth({ month, came }: CohortLine): string {
  return monthsAfter(month, came.length - 1)
}
