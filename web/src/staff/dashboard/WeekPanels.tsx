import { useQuery } from '@tanstack/react-query'
import { weekQuery } from '@/api/reports'
import type { Week } from '@/api/types'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { LostCustomers } from './LostCustomers'
import { texts } from './texts'
import { CameFacts, OverrideFacts, OwedFacts } from './WeekFacts'

const { week: words } = texts

/** WeekPanels answers four questions about the week. */
export function WeekPanels({ business }: { business: string }) {
  const week = useQuery(weekQuery())
  return (
    <section aria-label={words.title} className="grid gap-4">
      <h2 className="font-sign text-title font-extrabold">{words.title}</h2>
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
  const waiting = <Skeleton className="h-24" />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-6">
        <Panel title={words.came.question}>{week ? <CameFacts week={week} /> : waiting}</Panel>
        <Panel title={words.owed.question}>{week ? <OwedFacts owed={week.owed} /> : waiting}</Panel>
        <Panel title={words.overrides.question}>
          {week ? <OverrideFacts people={week.overrides} /> : waiting}
        </Panel>
      </div>
      <Panel title={words.lost.question}>
        {week ? <LostCustomers lost={week.lost} business={business} /> : <Skeleton className="h-72" />}
      </Panel>
    </div>
  )
}
