import { texts as actTexts } from '@/acts/staff/texts'
import { isOfFamily, isSettled, owedByKind } from '@/api/rewards'
import type { Business } from '@/api/types'
import { OwedPanel } from '@/card/OwedPanel'
import { RedeemFurther } from '@/card/RedeemFurther'
import { StampCard } from '@/card/stamp-card/StampCard'
import { TextWithIcon } from '@/kit/TextWithIcon'
import { withNames } from '@/kit/withNames'
import { type Answer, isExcludedBy } from './counterState'
import type { CustomerData } from './panel'
import { texts, toneEmoji } from './texts'
import type { CounterController } from './useCounter'

interface CustomerCardProps {
  answer: Extract<Answer, { customerId: string | null }>
  data: CustomerData
  business: Business | null
  counter: CounterController
}

export function CustomerCard({ answer, data, business, counter }: CustomerCardProps) {
  const { customerId } = answer
  const { progress } = data
  const { redemption, confirmation } = counter.state
  if (!progress) return <span aria-hidden="true" className="answer-card-to-come" />
  const owed = owedByKind(progress.rewards)
  const rewardsKey = `${owed.map(({ oldest }) => oldest.id)} ${redemption.state}`
  // After a registered visit the customer is not loaded: the answer has the name.
  const name = answer.kind === 'registered' ? answer.name : (data.customer?.name ?? '')
  return (
    <>
      {redemption.state === 'refused' && (
        <p role="alert" className="answer-refusal">
          <TextWithIcon
            text={`${toneEmoji.warning}${isSettled(redemption.unsure, progress.rewards) ? actTexts.reward.notPending : redemption.message}`}
          />
        </p>
      )}
      {owed.map(({ kind, oldest, count }) => (
        <OwedPanel
          key={kind}
          kind={kind}
          promise={oldest.promise}
          more={count - 1}
          ofFamily={isOfFamily(oldest, progress)}
          arms={rewardsKey}
          redeeming={redemption.state === 'busy' && redemption.rewardId === oldest.id}
          onRedeem={() => {
            if (customerId) void counter.redeem({ id: customerId, name }, oldest)
          }}
          isFurther={redemption.state === 'done'}
          instead={
            isExcludedBy(redemption, kind) ? (
              <p className="text-counter">{texts.redeem.notCombinable}</p>
            ) : (
              customerId &&
              confirmation?.rewardId === oldest.id && (
                <RedeemFurther
                  question={confirmation.question}
                  kind={kind}
                  rewardId={oldest.id}
                  onKeep={counter.keepReward}
                  onConfirm={() => void counter.redeem({ id: customerId, name }, oldest, true)}
                />
              )
            )
          }
        />
      ))}
      <StampCard
        key={`${customerId} ${progress.count}`}
        count={progress.count}
        target={progress.target}
        halfMilestone={progress.halfMilestone}
        vip={progress.vip}
        pendingKinds={owed.map(({ kind }) => kind)}
        businessName={business?.name ?? ''}
        look={business}
        customerName={progress.familyName ?? (progress.vip ? name : '')}
        size={owed.length > 0 ? 'regular' : 'large'}
        justStamped={answer.kind === 'registered' && !answer.unstampedVisit && redemption.state === 'none'}
        className="justify-self-center"
      />
      {progress.familyName && (
        <p className="text-counter">{withNames(texts.family(progress.familyName), progress.familyName)}</p>
      )}
    </>
  )
}
