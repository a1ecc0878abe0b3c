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
import {
  type CohortLine,
  type MonthRow as MonthLine,
  monthRows,
  monthsAfter,
  monthsWithoutVisits,
  runningMonth,
} from './months'
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

/** One row per month of first visits. That month has no column, because its share would always be 100 %. */
function CohortTable({ cohorts }: { cohorts: CohortReport['cohorts'] }) {
  const columns = Math.max(0, ...cohorts.map(({ came }) => came.length - 1))
  if (columns === 0) return <p>{words.none}</p>
  const silent = monthsWithoutVisits(cohorts)
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">{words.definition}</p>
      {silent.length > 0 && <p className="text-small">{words.noVisitsDetail(silent)}</p>}
      <WideTable name={words.title}>
        <table className="heat-table">
          <caption className="sr-only">{words.title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.month}</th>
              <th scope="col">{words.customers}</th>
              {Array.from({ length: columns }, (_, index) => (
                <th key={words.after(index + 1)} scope="col">
                  {words.after(index + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthRows(cohorts, runningMonth(cohorts)).map((row) => (
              <MonthRow key={row.month} row={row} silent={silent} columns={columns} />
            ))}
          </tbody>
        </table>
      </WideTable>
    </div>
  )
}

function MonthRow({ row: { month, line: cohort }, silent, columns }: MonthRowProps) {
  return (
    <tr>
      <th scope="row">{texts.returns.sayMonth(month)}</th>
      {cohort ? (
        <>
          <td data-plain translate="no">
            {sayNumber(cohort.came[0]?.total ?? 0)}
          </td>
          {cohort.came
            .slice(1)
            .map((share, index) =>
              silent.includes(monthsAfter(month, index + 1)) ? (
                <SilentCell key={words.after(index + 1)} />
              ) : (
                <Cell
                  key={words.after(index + 1)}
                  share={share}
                  isRunning={index === cohort.came.length - 2}
                />
              ),
            )}
        </>
      ) : (
        <>
          <td data-plain translate="no">
            0
          </td>
          <td data-plain data-note colSpan={columns}>
            {texts.returns.noFresh}
          </td>
        </>
      )}
    </tr>
  )
}

interface MonthRowProps {
  row: MonthLine<CohortLine>
  silent: readonly string[]
  columns: number
}

function SilentCell() {
  return (
    <td data-plain>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words.noVisits}</span>
    </td>
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
