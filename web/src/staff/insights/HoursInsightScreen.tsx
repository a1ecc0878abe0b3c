import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { insightQueries } from '@/api/insights'
import type { HourChange, HoursReport } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { CsvButton } from './CsvButton'
import { Figure } from './Figure'
import { HoursTable } from './HoursTable'
import { texts } from './texts'

const words = texts.hours

export function HoursInsightScreen() {
  const report = useQuery(insightQueries.hours())
  const { data } = report
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.pages.hours}</h1>
        <CsvButton question="hours" table={words.table} empty={!data || data.hours.length === 0} />
      </header>
      <StaleNote read={report} />
      {report.isLoadingError ? (
        <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
      ) : data ? (
        <HoursAnswer report={data} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}

const weeksOfPeriod = 8

const changeOf = ({ visits, before }: HourChange) => visits - before

function HoursAnswer({ report }: { report: HoursReport }) {
  const { visits, visitsBefore, hours, comparable } = report
  if (hours.length === 0) return <EmptyState title={words.none} />
  if (!comparable) {
    return (
      <>
        <Figure name={words.visits} value={sayNumber(visits)} definition={sayDefinition(report)} />
        <Panel title={words.table}>
          <HoursTable hours={hours} isCompared={false} />
        </Panel>
      </>
    )
  }
  const most = hours.reduce((best, hour) => (changeOf(hour) > changeOf(best) ? hour : best))
  const least = hours.reduce((worst, hour) => (changeOf(hour) < changeOf(worst) ? hour : worst))
  return (
    <>
      <div className="grid gap-6 md:grid-cols-3">
        <Figure name={words.visits} value={sayNumber(visits)} definition={sayDefinition(report)}>
          <p className="text-small">
            {words.ofVisits(visitsBefore)} ({words.signed(visits - visitsBefore)})
          </p>
        </Figure>
        <Peak
          name={words.more}
          hour={changeOf(most) > 0 ? most : undefined}
          definition={words.moreDefinition}
        />
        <Peak
          name={words.less}
          hour={changeOf(least) < 0 ? least : undefined}
          definition={words.lessDefinition}
        />
      </div>
      <Panel title={words.table}>
        <HoursTable hours={hours} isCompared />
      </Panel>
    </>
  )
}

/** Says which weeks are compared, and which were idle, so that a holiday is no fall. */
function sayDefinition({ period, before, idleWeeks, idleWeeksBefore, comparable }: HoursReport): string {
  return [
    words.visitsDefinition(period.from, period.to),
    idleWeeks > 0 && words.idle(idleWeeks),
    comparable
      ? words.changeDefinition(before.from, before.to, weeksOfPeriod - idleWeeks, idleWeeksBefore)
      : words.notCompared(before.from, before.to),
  ]
    .filter(Boolean)
    .join(' ')
}

interface PeakProps {
  name: string
  hour: HourChange | undefined
  definition: string
}

function Peak({ name, hour, definition }: PeakProps) {
  return (
    <Figure name={name} value={hour ? words.signed(changeOf(hour)) : '–'} definition={definition}>
      <p className="text-small">{hour ? words.when(hour.weekday, hour.hour) : words.nowhere}</p>
    </Figure>
  )
}
