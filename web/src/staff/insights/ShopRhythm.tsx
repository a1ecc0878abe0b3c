import type { CohortReport } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { BarList } from './BarList'
import { texts } from './texts'

const words = texts.cohorts

export function ShopRhythm({ report: { gaps, gapPeriod, gapWeeks } }: { report: CohortReport }) {
  if (gaps.count === 0) return <p>{words.noRhythm}</p>
  const weeks = gapWeeks.map((customers, index) => ({
    key: String(index),
    name: words.week(index + 1, index === gapWeeks.length - 1),
    value: customers,
  }))
  return (
    <div className="grid gap-4">
      <p translate="no" className="font-sign text-display font-extrabold">
        {words.days(gaps.median)}
      </p>
      <p>
        {words.between(gaps.first, gaps.third)} {texts.figure.people(gaps.count)}.
      </p>
      <p className="text-small text-ink-soft">{words.rhythmDefinition(gapPeriod.from, gapPeriod.to)}</p>
      <BarList bars={weeks} />
      <p className="text-small text-ink-soft">{words.weeksDefinition}</p>
      <details className="chart-table">
        <summary>{texts.asTable}</summary>
        <table className="staff-table">
          <caption className="sr-only">{words.rhythm}</caption>
          <thead>
            <tr>
              <th scope="col">{words.weeks}</th>
              <th scope="col">{texts.card.reached}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ key, name, value }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td translate="no">{sayNumber(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
