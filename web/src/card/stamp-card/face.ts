import type { RewardKind } from '@/lib/rewardKinds'

export interface CardFacts {
  count: number
  target: number
  /** Null on cards without a half reward. */
  halfMilestone: number | null
  /** Rewards earned but not yet redeemed. */
  pendingKinds: readonly RewardKind[]
}

export interface Cell {
  number: number
  stamped: boolean
  reward: 'HALF' | 'FREE' | null
  owed: boolean
}

export interface NextReward {
  kind: 'HALF' | 'FREE'
  visits: number
}

export interface CardFace {
  position: number
  columns: number
  cells: Cell[]
  /** Null on a full card. */
  next: NextReward | null
}

/** Computes what a card shows. A full card is shown as full until the next visit. */
export function cardFace({ count, target, halfMilestone, pendingKinds }: CardFacts): CardFace {
  const position = positionOnCard(count, target)
  const rewardAt = (number: number): Cell['reward'] => {
    if (number === target) return 'FREE'
    return number === halfMilestone ? 'HALF' : null
  }
  const cells = Array.from({ length: target }, (_, index) => {
    const number = index + 1
    const stamped = number <= position
    const reward = rewardAt(number)
    return { number, stamped, reward, owed: stamped && reward !== null && pendingKinds.includes(reward) }
  })
  return {
    position,
    columns: target <= 4 ? 4 : 5,
    cells,
    next: nextReward(position, target, halfMilestone),
  }
}

/** The number of stamps on the current card after `count` stamps in total. A full card is not shown as empty. */
export function positionOnCard(count: number, target: number): number {
  return count > 0 && count % target === 0 ? target : count % target
}

function nextReward(position: number, target: number, half: number | null): NextReward | null {
  if (position === target) return null
  if (half !== null && position < half) return { kind: 'HALF', visits: half - position }
  return { kind: 'FREE', visits: target - position }
}
