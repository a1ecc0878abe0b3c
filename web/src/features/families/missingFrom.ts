import type { Progress, RewardKind } from '@/api/types'

/** The kinds of what is owed by one standing and not by the other. */
export function missingFrom(standing: Progress, other: Progress): RewardKind[] {
  const there = new Set(standing.rewards.map(({ id }) => id))
  return other.rewards.filter(({ id }) => !there.has(id)).map(({ kind }) => kind)
}
