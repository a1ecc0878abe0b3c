import { positionOn } from './face'
import { texts } from './texts'

/** Where a card stands, in one line: its stamps, and how many rewards wait. */
export function standingOf(card: { count: number; target: number; rewards: readonly unknown[] }): string {
  const { count, target, rewards } = card
  return texts.standing(positionOn(count, target), target, rewards.length)
}
