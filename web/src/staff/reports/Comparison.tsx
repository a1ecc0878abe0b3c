import type { Period, ServicesCharts } from '@/api/types'
import { texts } from './texts'

interface ComparisonProps {
  /** Undefined while it loads, and if the server does not send it. */
  comparison: ServicesCharts['comparison'] | undefined
  shownPeriod: Period
}

export function Comparison({ comparison, shownPeriod }: ComparisonProps) {
  // While a new choice loads, one of both is still of the former.
  if (comparison?.period.from !== shownPeriod.from) return <p className="min-h-6" />
  const { period, before, visits, visitsBefore } = comparison
  const sentence = texts.comparison(period, before, visits, visitsBefore)
  return (
    <p key={sentence} className="min-h-6 text-ink-soft">
      {sentence}
    </p>
  )
}
