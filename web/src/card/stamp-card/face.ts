import type { RewardKind } from '@/lib/rewardKinds'

/** The facts of a card that decide what is drawn. */
export interface CardFacts {
  count: number
  target: number
  /** Null on cards without a half reward. */
  halfMilestone: number | null
  /** The rewards earned and not yet redeemed. */
  pendingKinds: readonly RewardKind[]
}

/** One place on the card. */
export interface Cell {
  number: number
  stamped: boolean
  /** The reward that is printed on this place. */
  reward: 'HALF' | 'FREE' | null
  /** Whether that reward is earned and waits to be redeemed. */
  owed: boolean
}

/** The next reward the card leads to and the visits it still takes. */
export interface NextReward {
  kind: 'HALF' | 'FREE'
  visits: number
}

/** The card as it is drawn: its places in order, in a grid of so many columns. */
export interface CardFace {
  position: number
  columns: number
  cells: Cell[]
  /** Null on a full card. */
  next: NextReward | null
}

/** Lays out a card: stamps of earlier rounds are gone, and a finished round shows full until the next visit. */
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

/** How many stamps of a card are filled that has had so many in all; a full one stays full until the next stamp. */
export function positionOnCard(count: number, target: number): number {
  return count > 0 && count % target === 0 ? target : count % target
}

function nextReward(position: number, target: number, half: number | null): NextReward | null {
  if (position === target) return null
  if (half !== null && position < half) return { kind: 'HALF', visits: half - position }
  return { kind: 'FREE', visits: target - position }
}
