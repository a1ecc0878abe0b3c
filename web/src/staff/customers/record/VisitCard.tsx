import { useQuery } from '@tanstack/react-query'
import { needsConfirmation, useRedeem } from '@/acts/staff/rewards'
import { texts as actTexts } from '@/acts/staff/texts'
import { customerQueries } from '@/api/customers'
import { isOutcomeUnknown } from '@/api/error'
import { isOfFamily, isSettled, owedByKind } from '@/api/rewards'
import type { Business, Customer, Progress, RegisteredVisit, Reward } from '@/api/types'
import { OwedPanel } from '@/card/OwedPanel'
import { RedeemFurther } from '@/card/RedeemFurther'
import { StampCard } from '@/card/stamp-card/StampCard'
import { Badge } from '@/kit/Badge'
import { Celebration } from '@/kit/Celebration'
import { failureTitle } from '@/kit/failureTitle'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { StampActs } from '../../stamps/StampActs'
import { NextVisit } from './NextVisit'
import { texts } from './texts'
import type { OnRegistered } from './useVisitRegistration'

const { card } = texts

interface VisitCardProps {
  customer: Customer
  business: Business | null
  /** The last visit registered on this screen, unless reverted. */
  last: RegisteredVisit | null
  onRegistered: OnRegistered
}

/** The visit button comes first, because it is used most. */
export function VisitCard(props: VisitCardProps) {
  const read = useQuery(customerQueries.progress(props.customer.id))
  const { data: progress, error, refetch } = read
  const owes = Boolean(progress?.pending)
  return (
    <Panel title={card.title} actions={owes && <Badge tone="reward">{card.pending}</Badge>}>
      {(progress || error) && (
        <NextVisit {...props} visitedToday={progress?.visitedToday === true} className="mb-4" />
      )}
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

function Card({ customer, business, last, progress }: VisitCardProps & { progress: Progress }) {
  const redeem = useRedeem(customer.id)
  const owed = owedByKind(progress.rewards)
  const rewardsKey = `${owed.map(({ oldest }) => oldest.id)} ${redeem.status}`
  const earned = last?.newReward && progress.rewards.some(({ id }) => id === last.newReward?.id)
  return (
    <div className="grid gap-4">
      {earned && last?.newReward && (
        <Celebration key={last.id}>{card.earned(last.newReward.kind)}</Celebration>
      )}
      {redeem.isError && !needsConfirmation(redeem.error) && (
        <RedeemFailure error={redeem.error} rewardId={redeem.variables.id} owed={progress.rewards} />
      )}
      {owed.map(({ kind, oldest, count }) => (
        <OwedPanel
          key={kind}
          kind={kind}
          promise={oldest.promise}
          more={count - 1}
          ofFamily={isOfFamily(oldest, progress)}
          arms={rewardsKey}
          redeeming={redeem.isPending && redeem.variables.id === oldest.id}
          onRedeem={() => {
            if (!redeem.isPending) redeem.mutate(oldest)
          }}
          instead={
            needsConfirmation(redeem.error) &&
            redeem.variables?.id === oldest.id && (
              <RedeemFurther
                question={errorText(redeem.error)}
                kind={kind}
                rewardId={oldest.id}
                onKeep={redeem.reset}
                onConfirm={() => redeem.mutate({ ...oldest, besides: true })}
              />
            )
          }
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
        look={business}
        customerName={progress.familyName ?? customer.name}
        justStamped={last !== null}
        className="justify-self-center"
      />
      {progress.familyName && <p className="text-ink-soft">{card.family(progress.familyName)}</p>}
      <StampActs customer={customer} business={business} progress={progress} />
    </div>
  )
}

interface RedeemFailureProps {
  error: Error
  rewardId: string
  owed: readonly Reward[]
}

/** Shows a failed redemption. Without a response, the reward may have been redeemed: then the next progress lacks it. */
function RedeemFailure({ error, rewardId, owed }: RedeemFailureProps) {
  const isUnsure = isOutcomeUnknown(error)
  if (isSettled(isUnsure && rewardId, owed)) {
    return <Notice tone="warning" title={actTexts.reward.notPending} />
  }
  return (
    <Notice tone="warning" title={failureTitle(error, card.redeemFailed)}>
      {`${errorText(error)} ${isUnsure ? actTexts.reward.tryAgain : ''}`.trim()}
    </Notice>
  )
}
