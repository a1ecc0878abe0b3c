import { useQuery } from '@tanstack/react-query'
import { weekQuery } from '@/api/reports'
import type { Week } from '@/api/types'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { LostCustomers } from './LostCustomers'
import { ReturnsPanel } from './ReturnsPanel'
import { texts } from './texts'
import { CameFacts, OverrideFacts, OwedFacts, PanelLink } from './WeekFacts'

const { week: words } = texts

/** Milliseconds between two fetches of the figures. */
const refreshInterval = 2 * 60_000

export function WeekAnswers({ business }: { business: string }) {
  const week = useQuery({ ...weekQuery(), refetchInterval: refreshInterval })
  return (
    <section aria-label={words.title} className="grid gap-4">
      <StaleNote read={week} />
      {week.isLoadingError ? (
        <LoadFailed onRetry={week.refetch}>{errorText(week.error, words.failed)}</LoadFailed>
      ) : (
        <Answers week={week.data} business={business} />
      )}
    </section>
  )
}

function Answers({ week, business }: { week: Week | undefined; business: string }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <Panel
          title={words.came.question}
          actions={<PanelLink to="/app/reports/services">{words.came.report}</PanelLink>}
        >
          {week ? <CameFacts week={week} /> : <Skeleton className="h-60 sm:h-46" />}
        </Panel>
        <Panel title={words.owed.question} actions={week && isOwing(week) && <OwedLink />}>
          {week ? <OwedFacts owed={week.owed} /> : <Skeleton className="h-23" />}
        </Panel>
        <ReturnsPanel />
      </div>
      <Panel title={words.lost.question}>
        {week ? (
          <LostCustomers lostCustomers={week.lost} business={business} />
        ) : (
          <Skeleton className="h-100" />
        )}
      </Panel>
    </div>
  )
}

const isOwing = ({ owed: { free, half, others = 0 } }: Week) => free + half + others > 0

function OwedLink() {
  return (
    <PanelLink to="/app/customers/list" search={{ owed: true, sort: 'owed' }}>
      <span>
        {words.owed.listShort}
        <span className="max-sm:sr-only"> {words.owed.listRest}</span>
      </span>
    </PanelLink>
  )
}

export function OverridesPanel() {
  const week = useQuery(weekQuery())
  if (week.isLoadingError) return null
  return (
    <Panel
      title={words.overrides.question}
      actions={<PanelLink to="/app/informes/quien">{words.overrides.report}</PanelLink>}
    >
      {week.data ? <OverrideFacts people={week.data.overrides} /> : <Skeleton className="h-24" />}
    </Panel>
  )
}
