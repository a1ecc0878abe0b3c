import { rewardKinds } from '@/lib/rewardKinds'
import type { Progress, Reward, RewardKind } from './types'

/** The oldest is redeemed first. */
export interface Owed {
  kind: RewardKind
  oldest: Reward
  count: number
}

/** The most valuable first. */
export function owedByKind(rewards: readonly Reward[]): Owed[] {
  return rewardKinds.flatMap((kind) => {
    const [oldest, ...others] = rewards.filter((reward) => reward.kind === kind)
    return oldest ? [{ kind, oldest, count: others.length + 1 }] : []
  })
}

/** Redeemable rewards come from the own card and the family's, while the progress is of one of them. */
export function isOfFamily(reward: Reward, { cardId, cardKind }: Progress): boolean {
  return reward.cardId !== undefined && (reward.cardId === cardId) === (cardKind === 'FAMILY')
}
