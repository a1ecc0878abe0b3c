import { rewardKinds } from '@/lib/rewardKinds'
import type { Progress, Reward, RewardKind } from './types'

/** The rewards of one kind; the oldest is redeemed first. */
export interface Owed {
  kind: RewardKind
  oldest: Reward
  count: number
}

/** What is owed, by kind, the most valuable first. */
export function owedByKind(rewards: readonly Reward[]): Owed[] {
  return rewardKinds.flatMap((kind) => {
    const [oldest, ...others] = rewards.filter((reward) => reward.kind === kind)
    return oldest ? [{ kind, oldest, count: others.length + 1 }] : []
  })
}

/**
 * Whether a reward is owed to a customer's family, and so to each of its members but once: what she may redeem comes from
 * her own card and the family's, and her progress is of one of them.
 */
export function isOfFamily(reward: Reward, { cardId, cardKind }: Progress): boolean {
  return reward.cardId !== undefined && (reward.cardId === cardId) === (cardKind === 'FAMILY')
}
