import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { insightQueries } from '@/api/insights'
import type { ReturnReport } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { Answer } from './Answer'
import { BarList } from './BarList'
import { Cohorts } from './Cohorts'
import { CsvButton } from './CsvButton'
import { ShareFigure, sayShare, TooFewNote } from './Figure'
import { type MonthRow, monthRows } from './months'
import { texts } from './texts'

const words = texts.returns

export function ReturnsInsightScreen() {
  const report = useQuery(insightQueries.returns())
  const { data } = report
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.pages.returns}</h1>
        <CsvButton question="returns" table={words.months} empty={!data || data.months.length === 0} />
      </header>
      {data && <Answer>{words.answer(data.returned)}</Answer>}
      <StaleNote read={report} />
      {report.isLoadingError ? (
        <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
      ) : data ? (
        <ReturnsAnswer report={data} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}

function ReturnsAnswer({ report }: { report: ReturnReport }) {
  const { firstVisits, thirdPeriod } = report
  return (
    <>
      <div className="grid gap-6 md:grid-cols-3">
        <ShareFigure
          name={words.shop}
          share={report.returned}
          definition={words.shopDefinition(firstVisits.from, firstVisits.to)}
        />
        <ShareFigure
          name={words.barber}
          share={report.returnedToBarber}
          definition={words.barberDefinition}
        />
        <ShareFigure
          name={words.third}
          share={report.thirdVisits}
          definition={words.thirdDefinition(thirdPeriod.from, thirdPeriod.to)}
        />
      </div>
      <TooFewNote shares={[report.returned, report.returnedToBarber, report.thirdVisits]} />
      <Panel title={words.months}>
        <Months months={report.months} />
      </Panel>
      <Cohorts />
    </>
  )
}

function Months({ months }: { months: ReturnReport['months'] }) {
  const rows = monthRows(months, months.at(-1)?.month ?? '')
  if (rows.length === 0) return <p>{words.none}</p>
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">{words.monthsDefinition}</p>
      <BarList
        most={100}
        bars={rows.map(({ month, line: cohort }) => ({
          key: month,
          name: words.sayMonth(month),
          value: cohort?.returned.percent ?? null,
          valueText: cohort ? sayShare(cohort.returned) : words.noFresh,
          isRunning: cohort?.complete === false,
        }))}
      />
      <details className="chart-table">
        <summary>{texts.asTable}</summary>
        <MonthsTable rows={rows} />
      </details>
    </div>
  )
}

function MonthsTable({ rows }: { rows: readonly MonthRow<ReturnReport['months'][number]>[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="staff-table">
        <caption className="sr-only">{words.months}</caption>
        <thead>
          <tr>
            <th scope="col">{words.month}</th>
            <th scope="col">{words.fresh}</th>
            <th scope="col">{words.returned}</th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ month, line: cohort }) => (
            <tr key={month}>
              <th scope="row">
                {words.sayMonth(month)}
                {!cohort && <small>{words.noFresh}</small>}
                {cohort?.complete === false && <small>{words.running}</small>}
              </th>
              <td translate="no">{sayNumber(cohort?.returned.total ?? 0)}</td>
              <td translate="no">{cohort ? sayNumber(cohort.returned.part) : '–'}</td>
              <td translate="no">{cohort ? sayShare(cohort.returned) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
