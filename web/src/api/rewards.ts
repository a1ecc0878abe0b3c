import type { Reward, RewardKind } from './types'

/** The rewards of one kind; the oldest is redeemed first. */
export interface Owed {
  kind: RewardKind
  oldest: Reward
  count: number
}

const order: readonly RewardKind[] = ['FREE', 'HALF', 'WELCOME']

/** What is owed, by kind, the most valuable first. */
export function owedByKind(rewards: readonly Reward[]): Owed[] {
  return order.flatMap((kind) => {
    const [oldest, ...others] = rewards.filter((reward) => reward.kind === kind)
    return oldest ? [{ kind, oldest, count: others.length + 1 }] : []
  })
}
