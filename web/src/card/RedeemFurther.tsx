import { InlineConfirm } from '@/kit/InlineConfirm'
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
export function RedeemFurther({ given, kind, rewardId, onKeep, onConfirm }: RedeemBesidesProps) {
  return (
    <InlineConfirm
      large
      question={given}
      effect={staffTexts.redeemFurther.effect(rewardWords[kind].name)}
      keep={staffTexts.redeemFurther.keep}
      confirm={staffTexts.redeemFurther.confirm}
      arms={`besides ${rewardId}`}
      onKeep={onKeep}
      onConfirm={onConfirm}
    />
  )
}
