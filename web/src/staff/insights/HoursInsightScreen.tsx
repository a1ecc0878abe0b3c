import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { insightQueries } from '@/api/insights'
import type { HourChange, HoursReport } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { findBusiestHour } from '@/lib/busiestHour'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { Answer } from './Answer'
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

const changeOf = ({ visits, before }: HourChange) => visits - before

function HoursAnswer({ report }: { report: HoursReport }) {
  const { period, visits, visitsCompared, visitsBefore, hours, weekdays } = report
  if (hours.length === 0) {
    return (
      <EmptyState icon={<Clock aria-hidden="true" />} title={words.none}>
        {words.noneDetail}
      </EmptyState>
    )
  }
  const { busiest, isTie } = findBusiestHour(hours)
  const comparedWeekdays = new Set(
    weekdays.filter(({ comparable }) => comparable).map(({ weekday }) => weekday),
  )
  return (
    <>
      <Answer>{isTie ? words.even : words.answer(busiest.weekday, busiest.hour)}</Answer>
      <div className="grid gap-6 md:grid-cols-3">
        <Figure
          name={words.visits}
          value={sayNumber(visits)}
          definition={words.visitsDefinition(period.from, period.to)}
        >
          {comparedWeekdays.size > 0 && (
            <p className="text-small">
              {visitsCompared < visits && words.partCompared(visitsCompared)}
              {words.ofVisits(visitsBefore)} ({words.signed(visitsCompared - visitsBefore)})
            </p>
          )}
        </Figure>
        {comparedWeekdays.size > 0 && (
          <Peaks hours={hours.filter(({ weekday }) => comparedWeekdays.has(weekday))} />
        )}
      </div>
      <Panel title={words.table}>
        <p className="mb-3 text-small text-ink-soft">{sayComparison(report)}</p>
        <HoursTable hours={hours} weekdays={weekdays} comparedWeekdays={comparedWeekdays} />
      </Panel>
    </>
  )
}

/** Says which days are compared and which were closed: a holiday does not count as a decline. */
function sayComparison({ before, weekdays }: HoursReport): string {
  const comparedDays = weekdays.filter(({ comparable }) => comparable)
  const others = weekdays.filter(({ comparable }) => !comparable).map(({ weekday }) => weekday)
  const withoutVisits = allWeekdays.filter((day) => !weekdays.some(({ weekday }) => weekday === day))
  const closedDays = sum(weekdays.map((days) => days.closed))
  const comparison =
    comparedDays.length === 0
      ? [words.closedNow(closedDays), words.noneCompared]
      : [
          words.compared(before.from, before.to),
          words.closed(closedDays, sum(comparedDays.map((days) => days.closedBefore))),
          words.notCompared(others),
        ]
  return [...comparison, words.withoutVisits(withoutVisits)].filter(Boolean).join(' ')
}

/** Monday is 1. */
const allWeekdays = [1, 2, 3, 4, 5, 6, 7]

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function Peaks({ hours }: { hours: readonly HourChange[] }) {
  const [first, ...others] = hours
  if (!first) return null
  const most = others.reduce((best, hour) => (changeOf(hour) > changeOf(best) ? hour : best), first)
  const least = others.reduce((worst, hour) => (changeOf(hour) < changeOf(worst) ? hour : worst), first)
  return (
    <>
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
    </>
  )
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
