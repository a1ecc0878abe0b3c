import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSignedIn } from '@/api'
import { customerQueries } from '@/api/customers'
import { hintOf, isSameDayVisit } from '@/api/error'
import { isOfFamily, owedByKind } from '@/api/rewards'
import { isAdminLevel } from '@/api/session'
import type { Business, Customer, Progress, RegisteredVisit } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Celebration } from '@/ui/Celebration'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { Notice } from '@/ui/Notice'
import { OwedPanel } from '@/ui/OwedPanel'
import { Panel } from '@/ui/Panel'
import { Skeleton } from '@/ui/Skeleton'
import { StaleNote } from '@/ui/StaleNote'
import { StampCard } from '@/ui/stamp-card/StampCard'
import { texts } from './texts'
import { useRedeem } from './useRedeem'
import { type OnRegistered, useVisits } from './useVisits'
import { visitFailure } from './visitFailure'

const { card, visit: words } = texts
const plus = <Plus aria-hidden="true" className="size-5" />

interface VisitCardProps {
  customer: Customer
  business: Business | null
  /** The visit that was registered on this screen last, if it still stands. */
  last: RegisteredVisit | null
  onRegistered: OnRegistered
}

/** The stamps, what is owed, and the next visit. */
export function VisitCard(props: VisitCardProps) {
  const read = useQuery(customerQueries.progress(props.customer.id))
  const { data: progress, error, refetch } = read
  const owes = Boolean(progress?.pending)
  return (
    <Panel title={card.title} actions={owes && <Badge tone="reward">{card.pending}</Badge>}>
      {progress && <Card {...props} progress={progress} />}
      <StaleNote read={read} />
      {!progress && error && (
        <LoadFailed title={card.failed} onRetry={refetch}>
          {errorText(error)}
        </LoadFailed>
      )}
      {!progress && !error && <Skeleton className="mx-auto h-96 max-w-[440px]" />}
    </Panel>
  )
}

function Card({ customer, business, last, onRegistered, progress }: VisitCardProps & { progress: Progress }) {
  const visits = useVisits(customer, onRegistered)
  const redeem = useRedeem(customer.id)
  const owed = owedByKind(progress.rewards)
  const earned = last?.newReward && progress.rewards.some(({ id }) => id === last.newReward?.id)
  const isSecond = visits.isError && isSameDayVisit(visits.error)
  return (
    <div className="grid gap-4">
      {earned && last?.newReward && (
        <Celebration key={last.id}>{card.earned(last.newReward.kind)}</Celebration>
      )}
      {redeem.isError && (
        <Notice tone="warning" title={card.redeemFailed}>
          {errorText(redeem.error)}
        </Notice>
      )}
      {owed.map(({ kind, oldest, count }) => (
        <OwedPanel
          key={kind}
          kind={kind}
          more={count - 1}
          ofFamily={isOfFamily(oldest, progress)}
          rewardId={oldest.id}
          redeeming={redeem.isPending && redeem.variables.id === oldest.id}
          onRedeem={() => {
            if (!redeem.isPending) redeem.mutate(oldest)
          }}
        />
      ))}
      <StampCard
        key={`${progress.cardId} ${progress.count}`}
        count={progress.count}
        target={progress.target}
        halfMilestone={progress.halfMilestone}
        vip={progress.vip}
        pendingKinds={owed.map(({ kind }) => kind)}
        businessName={business?.name ?? ''}
        customerName={progress.familyName ?? customer.name}
        justStamped={last !== null}
        className="justify-self-center"
      />
      {progress.familyName && <p className="text-ink-soft">{card.family(progress.familyName)}</p>}
      {visits.isError && !isSecond && (
        <Notice tone="error" title={visits.variables === 'card' ? words.additionalFailed : words.failed}>
          {visitFailure(visits.error)}
        </Notice>
      )}
      <NextVisit
        customer={customer}
        visits={visits}
        isSecond={isSecond}
        visitedToday={progress.visitedToday || isSecond}
      />
    </div>
  )
}

interface NextVisitProps {
  customer: Customer
  visits: ReturnType<typeof useVisits>
  /** Whether a visit was refused because there was one today. */
  isSecond: boolean
  visitedToday: boolean
}

/** The button that stamps; for a further visit on one day only those who may allow it have one, which asks first. */
function NextVisit({ customer, visits, isSecond, visitedToday }: NextVisitProps) {
  const { role } = useSignedIn()
  const [asking, setAsking] = useState(false)
  const button = { variant: 'secondary', wide: true, busy: visits.isPending, busyLabel: card.adding } as const
  if (!visitedToday) {
    return (
      <Button {...button} size="counter" icon={plus} onClick={() => visits.mutate(null)}>
        {card.add}
      </Button>
    )
  }
  const onlyAdmins = !isAdminLevel(role) && card.onlyAdmins
  return (
    <div className="grid gap-3">
      {isSecond ? (
        <Notice tone="warning" title={words.sameDay}>
          {hintOf(visits.error)} {onlyAdmins}
        </Notice>
      ) : (
        <p className="text-ink-soft">
          {card.today} {onlyAdmins}
        </p>
      )}
      {isAdminLevel(role) && (
        <Button {...button} icon={plus} onClick={() => setAsking(true)}>
          {card.another}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={card.anotherOf(customer.name)}
        confirm={card.anotherConfirm}
        spends
        busy={false}
        busyLabel={card.adding}
        onConfirm={() => {
          setAsking(false)
          visits.mutate('card')
        }}
        onClose={() => setAsking(false)}
      >
        <p>{card.anotherEffect}</p>
      </ConfirmDialog>
    </div>
  )
}
