import { useQuery } from '@tanstack/react-query'
import { insightQueries } from '@/api/insights'
import type { CohortReport, Share } from '@/api/types'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { Counting } from './Counting'
import { CsvButton } from './CsvButton'
import { ShopRhythm } from './ShopRhythm'
import { texts } from './texts'
import { WideTable } from './WideTable'

const words = texts.cohorts

const shades = 5

export function Cohorts() {
  const report = useQuery(insightQueries.cohorts())
  const { data } = report
  if (report.isLoadingError) {
    return <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
  }
  if (!data) return <Skeleton className="h-64" />
  if (data.counting) return <Counting />
  return (
    <>
      <Panel
        title={words.title}
        actions={<CsvButton question="cohorts" table={words.title} empty={data.cohorts.length === 0} />}
      >
        <CohortTable cohorts={data.cohorts} />
      </Panel>
      <Panel title={words.rhythm}>
        <ShopRhythm report={data} />
      </Panel>
    </>
  )
}

/** A row per month of first visits, which has no column: all came in it. */
function CohortTable({ cohorts }: { cohorts: CohortReport['cohorts'] }) {
  const columns = Math.max(0, ...cohorts.map(({ came }) => came.length - 1))
  if (columns === 0) return <p>{words.none}</p>
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">{words.definition}</p>
      <WideTable name={words.title}>
        <table className="heat-table">
          <caption className="sr-only">{words.title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.month}</th>
              <th scope="col">{words.customers}</th>
              {Array.from({ length: columns }, (_, index) => (
                <th key={words.after(index + 1)} scope="col">
                  <span aria-hidden="true">{words.after(index + 1)}</span>
                  <span className="sr-only">{words.afterLong(index + 1)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ month, came }) => (
              <tr key={month}>
                <th scope="row">{texts.returns.sayMonth(month)}</th>
                <td data-plain translate="no">
                  {sayNumber(came[0]?.total ?? 0)}
                </td>
                {came.slice(1).map((share, index) => (
                  <Cell key={words.after(index + 1)} share={share} isRunning={index === came.length - 2} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </div>
  )
}

function Cell({ share: { part, total, percent }, isRunning }: { share: Share; isRunning: boolean }) {
  return (
    <td
      data-shade={percent === null ? undefined : Math.ceil((percent / 100) * shades)}
      data-running={isRunning || undefined}
    >
      <span aria-hidden="true" translate="no">
        {percent === null ? sayNumber(part) : `${sayNumber(percent)} %`}
      </span>
      <span className="sr-only">
        {percent === null ? words.came(part, total) : `${sayNumber(percent)} %, ${words.came(part, total)}`}
        {isRunning && `, ${words.running}`}
      </span>
    </td>
  )
}
