import { type RewardKind, rewardKinds, rewardWords } from './rewardKinds'

export type RewardCounts = Readonly<Partial<Record<RewardKind, number>>>

export function countRewards(rewards: readonly { kind: RewardKind }[]): RewardCounts {
  const counts: Partial<Record<RewardKind, number>> = {}
  for (const { kind } of rewards) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** Example: '1 servicio gratis y 1 descuento del 50 %', and whether that is one reward; empty without rewards. */
export function sayRewards(counts: RewardCounts): { words: string; isOne: boolean } {
  const kinds = rewardKinds.filter((kind) => (counts[kind] ?? 0) > 0)
  const words = kinds.map((kind) => rewardWords[kind].counted(counts[kind] ?? 0)).join(' y ')
  return { words, isOne: kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0) === 1 }
}
