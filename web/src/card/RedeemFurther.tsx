import { InlineConfirm } from '@/kit/InlineConfirm'
import { type RewardKind, rewardWords } from '@/lib/rewardKinds'
import { staffTexts } from './staffTexts'

interface RedeemFurtherProps {
  /** Names the reward already given today. */
  question: string
  kind: RewardKind
  rewardId: string
  onKeep: () => void
  onConfirm: () => void
}

/** Asks before a second reward is redeemed on one day. */
export function RedeemFurther({ question, kind, rewardId, onKeep, onConfirm }: RedeemFurtherProps) {
  return (
    <InlineConfirm
      large
      question={question}
      effect={staffTexts.redeemFurther.effect(rewardWords[kind].name)}
      keep={staffTexts.redeemFurther.keep}
      confirm={staffTexts.redeemFurther.confirm}
      arms={`besides ${rewardId}`}
      onKeep={onKeep}
      onConfirm={onConfirm}
    />
  )
}
