import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '@/api'
import { insightQueries } from '@/api/insights'
import { isAdminLevel } from '@/api/session'
import type { StaffReport } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { BarList } from './BarList'
import { CsvButton } from './CsvButton'
import { nameOf, PeriodChoice } from './PeriodChoice'
import { StaffTable } from './StaffTable'
import { texts } from './texts'
import { useInsightChoice } from './useInsightChoice'

const words = texts.staff

/** A barber sees only their own line. */
export function StaffInsightScreen() {
  const { choice, choose } = useInsightChoice('/app/informes/quien')
  const isAdmin = isAdminLevel(useSignedIn().role)
  const report = useQuery(insightQueries.staff(choice))
  const { data } = report
  return (
    <div className="grid gap-6">
      {isAdmin && <ReportTabs />}
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.pages.staff}</h1>
        <CsvButton
          question="staff"
          choice={choice}
          table={words.table}
          empty={!data || data.items.length === 0}
        />
      </header>
      <PeriodChoice choice={choice} shownPeriod={data?.period} onChoose={choose} />
      <StaleNote read={report} />
      {report.isLoadingError ? (
        <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
      ) : data ? (
        <StaffAnswer report={data} isAdmin={isAdmin} name={nameOf(choice)} />
      ) : (
        <Skeleton className="h-64" />
      )}
      {isAdmin && <Notice tone="info">{words.notice}</Notice>}
    </div>
  )
}

interface StaffAnswerProps {
  report: StaffReport
  isAdmin: boolean
  /** The name of the period; undefined for chosen days. */
  name: string | undefined
}

function StaffAnswer({ report, isAdmin, name }: StaffAnswerProps) {
  const { items, period, before } = report
  if (items.length === 0) return <EmptyState title={words.none}>{words.noneDetail}</EmptyState>
  return (
    <>
      <p>
        {texts.period.compared(name, period, before)} {isAdmin ? words.order : words.own}
      </p>
      {isAdmin && (
        <Panel title={words.chart}>
          <BarList
            bars={items.map((line) => ({ key: line.userId, name: line.name, value: line.now.visits }))}
          />
        </Panel>
      )}
      <Panel title={words.table}>
        <StaffTable report={report} isOwn={!isAdmin} />
      </Panel>
    </>
  )
}
