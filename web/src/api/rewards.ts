import { rewardKinds } from '@/lib/rewardKinds'
import type { Progress, Reward, RewardKind } from './types'

/** Owed rewards of one kind. The oldest is redeemed first. */
export interface Owed {
  kind: RewardKind
  oldest: Reward
  count: number
}

/** Grouped by kind, most valuable first. */
export function owedByKind(rewards: readonly Reward[]): Owed[] {
  return rewardKinds.flatMap((kind) => {
    const [oldest, ...others] = rewards.filter((reward) => reward.kind === kind)
    return oldest ? [{ kind, oldest, count: others.length + 1 }] : []
  })
}

/** True if the reward is of the family's card. The progress is either of that card or of the customer's own. */
export function isOfFamily(reward: Reward, { cardId, cardKind }: Progress): boolean {
  return reward.cardId !== undefined && (reward.cardId === cardId) === (cardKind === 'FAMILY')
}

/** True if a reward, whose redemption had no response, is not owed any more. `unsure` is its id, or false. */
export function isSettled(unsure: string | false, owed: readonly Reward[]): boolean {
  return unsure !== false && !owed.some(({ id }) => id === unsure)
}
