import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { insightQueries } from '@/api/insights'
import { canChangeSettings } from '@/api/session'
import type { DebtReport } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { buttonLook } from '@/kit/buttonLook'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { sayEuros, sayNumber } from '@/lib/numbers'
import { Answer } from './Answer'
import { CsvButton } from './CsvButton'
import { DebtAges } from './DebtAges'
import { EstimateForm } from './EstimateForm'
import { Figure, ShareFigure, TooFewNote } from './Figure'
import { nameOf, PeriodChoice } from './PeriodChoice'
import { texts } from './texts'
import { useInsightChoice } from './useInsightChoice'

const words = texts.debt

export function DebtInsightScreen() {
  const { choice, choose } = useInsightChoice('/app/informes/debo')
  const report = useQuery(insightQueries.debt(choice))
  const { data } = report
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.pages.debt}</h1>
        <CsvButton
          question="debt"
          choice={choice}
          table={words.ages}
          empty={!data || data.owed.length === 0}
        />
      </header>
      {data && <DebtSentence report={data} />}
      <StaleNote read={report} />
      {report.isLoadingError ? (
        <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
      ) : data ? (
        <>
          <DebtFigures report={data} />
          <Panel title={words.ages}>
            <DebtAges owed={data.owed} />
          </Panel>
          <Panel title={words.flow}>
            <div className="grid gap-4">
              <PeriodChoice choice={choice} shownPeriod={data.period} onChoose={choose} />
              <Flow report={data} name={nameOf(choice)} />
            </div>
          </Panel>
        </>
      ) : (
        <Skeleton className="h-64" />
      )}
      <EstimatePanel />
    </div>
  )
}

function DebtSentence({ report: { owed, estimate } }: { report: DebtReport }) {
  const count = countOwed(owed)
  const cost = estimate && estimate.cost !== null ? sayEuros(estimate.cost) : null
  return (
    <Answer>
      {words.answer(count)}
      {count > 0 && estimate && ` ${words.answerValue(sayEuros(estimate.value), cost)}`}
    </Answer>
  )
}

const countOwed = (owed: DebtReport['owed']) => owed.reduce((sum, line) => sum + line.count, 0)

function DebtFigures({ report }: { report: DebtReport }) {
  const { owed, estimate, meanTicket, serviceCost, seen } = report
  const count = countOwed(owed)
  const { redeemed } = seen
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <Figure name={words.owed} value={sayNumber(count)} definition={words.owedDefinition}>
        {count > 0 && (
          <p>
            <Link
              to="/app/customers/list"
              search={{ owed: true, sort: 'owed' }}
              className={buttonLook({ variant: 'secondary' })}
            >
              {words.people}
            </Link>
          </p>
        )}
      </Figure>
      <Figure
        name={words.value}
        value={estimate ? sayEuros(estimate.value) : '–'}
        definition={estimate ? words.valueDefinition(sayEuros(meanTicket)) : words.noTicket}
      >
        {estimate && estimate.cost !== null && (
          <p className="text-small text-ink-soft">{words.costDefinition(serviceCost)}</p>
        )}
        {estimate && estimate.expected !== null && (
          <p className="text-small text-ink-soft">{words.expected(sayEuros(estimate.expected))}</p>
        )}
      </Figure>
      <ShareFigure name={words.seen} share={redeemed} definition={words.seenDefinition}>
        <TooFewNote shares={[redeemed]} />
        {redeemed.total > 0 && <p>{words.never(redeemed.total - redeemed.part)}</p>}
        {redeemed.part > 0 && <p>{words.median(seen.medianDays)}</p>}
      </ShareFigure>
    </div>
  )
}

interface FlowProps {
  report: DebtReport
  /** The name of the period; undefined for chosen days. */
  name: string | undefined
}

function Flow({ report: { flow, flowBefore, period, before }, name }: FlowProps) {
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-10 gap-y-2">
        {(['earned', 'redeemed'] as const).map((part) => (
          <div key={part}>
            <dt className="text-ink-soft">{words[part]}</dt>
            <dd translate="no" className="text-lead font-bold tabular-nums">
              {sayNumber(flow[part])}{' '}
              <small className="font-normal text-ink-soft">{texts.figure.before(flowBefore[part])}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-soft">
        {texts.period.compared(name, period, before)} {words.flowDefinition}
      </p>
    </div>
  )
}

function EstimatePanel() {
  const may = canChangeSettings(useSignedIn().role)
  const { data } = useQuery({ ...businessQuery(), enabled: may })
  if (!may || !data) return null
  return <EstimateForm key={data.id} business={data} />
}
