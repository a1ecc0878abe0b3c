import type { Adjustment, Progress, Reward } from '@/api/types'
import { countRewards, type RewardCounts } from '@/lib/countRewards'
import { passesHalf } from '@/lib/passesHalf'

export type CardState = Pick<Progress, 'cardId' | 'count' | 'target' | 'halfMilestone' | 'rewards'>

/** Full cards. The server has the same limit. */
const maxOpeningCards = 10

/** Stamps. The server has the same limit. */
const maxCorrection = 50

/** The typed stamps of a paper card; null if unreadable or too many. */
export function parseOpening(text: string, { target }: Pick<Progress, 'target'>): number | null {
  const typedText = text.trim()
  return /^\d{1,4}$/.test(typedText) && Number(typedText) <= maxOpening(target) ? Number(typedText) : null
}

export const maxOpening = (target: number): number => maxOpeningCards * target

/** The typed correction with its sign; null if unreadable or out of range. */
export function parseCorrection(text: string): number | null {
  const typedText = text.trim().replace(/[−–]/, '-')
  const stamps = Number(typedText)
  return /^[+-]?\d{1,2}$/.test(typedText) && stamps !== 0 && Math.abs(stamps) <= maxCorrection ? stamps : null
}

/** Adds one step to the typed correction, and skips zero. */
export function stepCorrection(text: string, step: 1 | -1): string {
  const next = (parseCorrection(text) ?? 0) + step
  return formatSigned(clampCorrection(next === 0 ? step : next))
}

const clampCorrection = (stamps: number) => Math.max(-maxCorrection, Math.min(maxCorrection, stamps))

/** Examples: '+1', '−2'. */
export function formatSigned(stamps: number): string {
  return stamps < 0 ? `−${-stamps}` : `+${stamps}`
}

/** Counts the rewards of full cards, and the last card's half milestone if it is still owed. */
export function rewardsFromOpeningBalance(card: CardState, stamps: number, owesHalf: boolean): RewardCounts {
  const { FREE = 0 } = milestonesPassed(card, stamps)
  return { FREE, HALF: owesHalf && passesHalf(card, stamps) ? 1 : 0 }
}

/** Counts the milestones that `stamps` more stamps reach. */
export function milestonesPassed(card: CardState, stamps: number): RewardCounts {
  const { count, target, halfMilestone } = card
  let [FREE, HALF] = [0, 0]
  for (let n = count + 1; n <= count + stamps; n++) {
    if (n % target === 0) FREE++
    else if (n % target === halfMilestone) HALF++
  }
  return { FREE, HALF }
}

/** Counts owed rewards whose milestone the card no longer reaches after losing stamps. */
export function correctionCancels(card: CardState, stamps: number): RewardCounts {
  const isCancelled = ({ kind, milestone, cardId }: Reward) =>
    kind !== 'WELCOME' && milestone > card.count + stamps && (cardId === undefined || cardId === card.cardId)
  return stamps < 0 ? countRewards(card.rewards.filter(isCancelled)) : {}
}

/** True if the card takes no other opening balance. A family's card can take one of each member. */
export function isOpeningRecorded(
  adjustments: readonly Adjustment[] | undefined,
  { cardKind }: Pick<Progress, 'cardKind'>,
): boolean {
  const isOpening = ({ kind, undoneAt }: Adjustment) => kind === 'OPENING' && undoneAt === null
  return cardKind === 'INDIVIDUAL' && adjustments?.some(isOpening) === true
}

/** Stamps on the current card afterwards. After a full card a new one starts. */
export function stampsLeft({ count, target }: CardState, stamps: number): number {
  return (count + stamps) % target
}
