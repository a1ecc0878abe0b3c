import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { insightQueries } from '@/api/insights'
import type { CardReport, Share, StepCount } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { Answer } from './Answer'
import { CardFunnel } from './CardFunnel'
import { Counting } from './Counting'
import { CsvButton } from './CsvButton'
import { Figure, ShareFigure, TooFewNote } from './Figure'
import { PeriodChoice } from './PeriodChoice'
import { SlowReward } from './SlowReward'
import { StepCustomers } from './StepCustomers'
import { texts } from './texts'
import { useInsightChoice } from './useInsightChoice'

const words = texts.card

/** A year, because a registration may need months to reach the later steps. */
const cardRanges = { rolling: texts.period.rollingYear, days: texts.period.ranges.days }

export function CardInsightScreen() {
  const { choice, choose } = useInsightChoice('/app/informes/tarjeta')
  const report = useQuery(insightQueries.card(choice))
  const { data } = report
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.pages.card}</h1>
        <CsvButton question="card" choice={choice} table={words.table} empty={!data || data.counting} />
      </header>
      {data && !data.counting && <CardSentence report={data} />}
      <PeriodChoice choice={choice} shownPeriod={data?.period} onChoose={choose} ranges={cardRanges} />
      <StaleNote read={report} />
      {report.isLoadingError ? (
        <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
      ) : data?.counting ? (
        <Counting />
      ) : data ? (
        <CardAnswer report={data} name={choice.from ? undefined : cardRanges.rolling} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}

function CardSentence({ report: { steps } }: { report: CardReport }) {
  const returnedShare = reachedIn(steps, 'SECOND_VISIT')
  const redeemedShare = reachedIn(steps, 'REDEEMED')
  if (!returnedShare || !redeemedShare || returnedShare.total === 0) return null
  return (
    <Answer limit={words.answerLimit(returnedShare.total)}>
      {words.answer(returnedShare, redeemedShare)}
    </Answer>
  )
}

function reachedIn(steps: readonly StepCount[], step: StepCount['step']): Share | undefined {
  return steps.find((each) => each.step === step)?.now.reached
}

interface CardAnswerProps {
  report: CardReport
  /** The name of the period; undefined for chosen days. */
  name: string | undefined
}

function CardAnswer({ report, name }: CardAnswerProps) {
  const { period, before, steps, imported, withPaperCard } = report
  const registeredCount = steps[0]?.now.reached.total ?? 0
  const notCounted = imported + withPaperCard > 0 && (
    <p className="text-small text-ink-soft">{words.notCounted(imported, withPaperCard)}</p>
  )
  if (registeredCount === 0) {
    return (
      <>
        <EmptyState title={words.empty}>{words.emptyDetail}</EmptyState>
        {notCounted}
      </>
    )
  }
  return (
    <>
      <p>
        {texts.period.compared(name, period, before)} {words.against}
      </p>
      {report.slowReward && <SlowReward report={report} />}
      <CardFigures report={report} />
      <TooFewNote shares={[reachedIn(report.steps, 'SECOND_VISIT'), reachedIn(report.steps, 'REDEEMED')]} />
      <Panel title={words.table}>
        <div className="grid gap-4">
          <CardFunnel report={report} />
          {notCounted}
        </div>
      </Panel>
      <Panel title={words.people}>
        <StepCustomers />
      </Panel>
    </>
  )
}

function CardFigures({ report: { steps, firstReward } }: { report: CardReport }) {
  const returnedShare = reachedIn(steps, 'SECOND_VISIT')
  const redeemedShare = reachedIn(steps, 'REDEEMED')
  const hasHalf = (reachedIn(steps, 'HALF')?.part ?? 0) > 0
  const hasRewards = firstReward.count > 0
  return (
    <div className="grid gap-6 md:grid-cols-3">
      {returnedShare && (
        <ShareFigure name={words.again} share={returnedShare} definition={words.againDefinition} />
      )}
      <Figure
        name={words.firstReward}
        value={hasRewards ? words.days(firstReward.median) : '–'}
        definition={words.firstRewardDefinition}
      >
        <p className="text-small">
          {texts.figure.people(firstReward.count)}.{' '}
          {hasRewards && words.between(firstReward.first, firstReward.third)}
        </p>
      </Figure>
      {redeemedShare && (
        <ShareFigure
          name={words.redeemed}
          share={redeemedShare}
          definition={
            hasHalf ? `${words.redeemedDefinition} ${words.redeemedWithHalf}` : words.redeemedDefinition
          }
        />
      )}
    </div>
  )
}
