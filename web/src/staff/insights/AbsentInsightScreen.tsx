import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { insightQueries } from '@/api/insights'
import type { AbsenceReport } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { LoadFailed } from '@/kit/LoadFailed'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { AbsenceEffect } from './AbsenceEffect'
import { AboutList, AbsenceLists } from './AbsenceLists'
import { AbsentCustomers } from './AbsentCustomers'
import { Answer } from './Answer'
import { CsvButton } from './CsvButton'
import { RecoveredCustomers, SentGreetings } from './PastAbsences'
import { texts } from './texts'

const words = texts.absent

export function AbsentInsightScreen() {
  const { lista } = useSearch({ from: '/signed-in/of-a-business/app/informes/falta' })
  const report = useQuery(insightQueries.absent())
  const { data } = report
  const absence = lista === 'riesgo' ? 'AT_RISK' : 'LOST'
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.pages.absent}</h1>
        <CsvButton
          question="absent"
          choice={{ absence }}
          table={absence === 'LOST' ? words.lost : words.atRisk}
          empty={!data || (absence === 'LOST' ? data.lost : data.atRisk).all === 0}
        />
      </header>
      <StaleNote read={report} />
      {report.isLoadingError ? (
        <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
      ) : data ? (
        <>
          <Answer>{words.answer(data.lost, data.atRisk)}</Answer>
          <AbsenceLists report={data} />
          <div className="absence-columns">
            <AbsenceEffect report={data} />
            <div className="grid min-w-0 content-start gap-4">
              <ShownList report={data} list={lista} />
            </div>
          </div>
        </>
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}

function ShownList({ report, list }: { report: AbsenceReport; list: string | undefined }) {
  const { lost, atRisk, recoveredPeriod: period } = report
  if (list === 'vuelto') {
    return (
      <>
        <AboutList name={words.recovered} definition={words.recoveredDefinition(period.from, period.to)} />
        <RecoveredCustomers />
      </>
    )
  }
  if (list === 'escritos') {
    return (
      <>
        <AboutList name={words.greetings} />
        <SentGreetings />
      </>
    )
  }
  const isAtRisk = list === 'riesgo'
  const absence = isAtRisk ? 'AT_RISK' : 'LOST'
  const counts = isAtRisk ? atRisk : lost
  return (
    <>
      <AboutList
        name={isAtRisk ? words.atRisk : words.lost}
        definition={isAtRisk ? words.atRiskDefinition : words.lostDefinition}
        counts={counts}
      />
      <AbsentCustomers key={absence} absence={absence} counts={counts} />
    </>
  )
}
