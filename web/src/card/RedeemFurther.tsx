import { InlineConfirm } from '@/kit/InlineConfirm'
import { type RewardKind, rewardWords } from '@/lib/rewardKinds'
import { staffTexts } from './staffTexts'

interface RedeemFurtherProps {
  given: string
  kind: RewardKind
  rewardId: string
  onKeep: () => void
  onConfirm: () => void
}

export function RedeemFurther({ given, kind, rewardId, onKeep, onConfirm }: RedeemFurtherProps) {
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
