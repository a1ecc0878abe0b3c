import type { CardReport, StepCount } from '@/api/types'
import { sayNumber } from '@/lib/numbers'
import { BarList } from './BarList'
import { sayShare } from './Figure'
import { texts } from './texts'
import { WideTable } from './WideTable'

const words = texts.card

export function CardFunnel({ report }: { report: CardReport }) {
  const steps = report.steps.filter((step) => report.halfReward || !isUnusedHalf(step))
  return (
    <>
      <BarList
        most={steps[0]?.now.reached.total ?? 1}
        bars={steps.map(({ step, now }) => ({
          key: step,
          name: words.steps[step][0],
          value: now.reached.part,
          valueText: step === 'REGISTERED' ? sayNumber(now.reached.part) : sayShare(now.reached),
        }))}
      />
      <WideTable name={words.table}>
        <table className="staff-table">
          <caption className="sr-only">{words.table}</caption>
          <thead>
            <tr>
              <th scope="col">{words.step}</th>
              <th scope="col">{words.reached}</th>
              <th scope="col">{words.share}</th>
              <th scope="col">{words.median}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <Step key={step.step} {...step} />
            ))}
          </tbody>
        </table>
      </WideTable>
      <details className="chart-table">
        <summary>{words.definitions}</summary>
        <dl className="grid gap-2">
          {[...steps.map(({ step }) => words.steps[step]), [words.median, words.medianDefinition]].map(
            ([name, definition]) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="text-ink-soft">{definition}</dd>
              </div>
            ),
          )}
        </dl>
      </details>
    </>
  )
}

/** True for the half card if no customer reached it in either period. */
function isUnusedHalf({ step, now, before }: StepCount): boolean {
  return step === 'HALF' && now.reached.part === 0 && before.reached.part === 0
}

function Step({ step, now, before }: StepCount) {
  const isFirst = step === 'REGISTERED'
  return (
    <tr>
      <th scope="row">{words.steps[step][0]}</th>
      <td translate="no">
        {sayNumber(now.reached.part)}
        <small>{texts.figure.before(before.reached.part)}</small>
      </td>
      <td translate="no">
        {isFirst ? '' : sayShare(now.reached)}
        {!isFirst && before.reached.total > 0 && <small>{words.was(sayShare(before.reached))}</small>}
      </td>
      <td translate="no">
        {now.took.count > 0 ? words.days(now.took.median) : '–'}
        {now.took.count > 0 && <small>{words.measured(now.took.count)}</small>}
      </td>
    </tr>
  )
}
