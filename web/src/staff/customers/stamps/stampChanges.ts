import type { Progress, Reward } from '@/api/types'
import { countRewards, type RewardCounts } from '@/lib/countRewards'
import { passesHalf } from '@/lib/passesHalf'

/** Terms and stamps of a card, and what is owed. */
export type CardState = Pick<Progress, 'cardId' | 'count' | 'target' | 'halfMilestone' | 'rewards'>

/** The most full cards that a paper card may bring. The server checks it too. */
const maxOpeningCards = 10

/** The most stamps of one correction. The server checks it too. */
const maxCorrection = 50

/** parseOpening returns the typed stamps of a paper card; null unless the server accepts them. */
export function parseOpening(text: string, { target }: Pick<Progress, 'target'>): number | null {
  const typed = text.trim()
  return /^\d{1,4}$/.test(typed) && Number(typed) <= maxOpening(target) ? Number(typed) : null
}

export const maxOpening = (target: number): number => maxOpeningCards * target

/** parseCorrection returns the typed stamps, signed; null unless the server accepts them. */
export function parseCorrection(text: string): number | null {
  const typed = text.trim().replace('−', '-')
  const stamps = Number(typed)
  return /^[+-]?\d{1,2}$/.test(typed) && stamps !== 0 && Math.abs(stamps) <= maxCorrection ? stamps : null
}

/** stepCorrection returns the number one above or below. It skips zero, which corrects nothing. */
export function stepCorrection(text: string, step: 1 | -1): string {
  const next = (parseCorrection(text) ?? 0) + step
  return formatSigned(clampCorrection(next === 0 ? step : next))
}

const clampCorrection = (stamps: number) => Math.max(-maxCorrection, Math.min(maxCorrection, stamps))

/** formatSigned writes a number with its sign: '+1', '−2'. */
export function formatSigned(stamps: number): string {
  return stamps < 0 ? `−${-stamps}` : `+${stamps}`
}

/** rewardsFromOpeningBalance counts the full cards of an opening balance, and the half milestone of the last card if it is still owed. */
export function rewardsFromOpeningBalance(card: CardState, stamps: number, owesHalf: boolean): RewardCounts {
  const { FREE = 0 } = milestonesPassed(card, stamps)
  return { FREE, HALF: owesHalf && passesHalf(card, stamps) ? 1 : 0 }
}

/** milestonesPassed counts the milestones above the card's stamps and up to `stamps` more. */
export function milestonesPassed(card: CardState, stamps: number): RewardCounts {
  const { count, target, halfMilestone } = card
  let [FREE, HALF] = [0, 0]
  for (let n = count + 1; n <= count + stamps; n++) {
    if (n % target === 0) FREE++
    else if (n % target === halfMilestone) HALF++
  }
  return { FREE, HALF }
}

/** correctionCancels counts the owed rewards that the card no longer reaches with fewer stamps. */
export function correctionCancels(card: CardState, stamps: number): RewardCounts {
  const isCancelled = ({ kind, milestone, cardId }: Reward) =>
    kind !== 'WELCOME' && milestone > card.count + stamps && (cardId === undefined || cardId === card.cardId)
  return stamps < 0 ? countRewards(card.rewards.filter(isCancelled)) : {}
}

/** stampsLeft returns the stamps on the current card after a change. A full card begins the next one. */
export function stampsLeft({ count, target }: CardState, stamps: number): number {
  return (count + stamps) % target
}
