import { SecondStep } from '@/kit/SecondStep'
import { type RewardKind, rewardWords } from '@/lib/rewardKinds'
import { staffTexts } from './staffTexts'

interface RedeemBesidesProps {
  /** What the customer was given today. */
  given: string
  kind: RewardKind
  rewardId: string
  onKeep: () => void
  onConfirm: () => void
}

/** Asks before a further reward is spent on a day that had one: two for one service are seldom meant. */
export function RedeemBesides({ given, kind, rewardId, onKeep, onConfirm }: RedeemBesidesProps) {
  return (
    <SecondStep
      large
      question={given}
      effect={staffTexts.besides.effect(rewardWords[kind].name)}
      keep={staffTexts.besides.keep}
      confirm={staffTexts.besides.confirm}
      arms={`besides ${rewardId}`}
      onKeep={onKeep}
      onConfirm={onConfirm}
    />
  )
}
