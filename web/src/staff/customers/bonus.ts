import { tagOf } from '@/api/parsing'
import type { Business, Customer, Tag } from '@/api/types'
import { readStored, writeStored } from '@/lib/storage'
import { texts } from './texts'

/** The bonus types to choose from. */
export const tags = Object.entries(texts.tags).map(([value, label]) => ({ value: value as Tag, label }))

/** A customer's bonus: whether it is active, its type, and the words for it. */
export interface Bonus {
  active: boolean
  tag: Tag | null
  label: string | null
}

/** Reads the bonus of a customer, wherever a server puts its type. */
export function bonusOf(customer: Pick<Customer, 'tag'> & Partial<Customer>): Bonus {
  const tag = tagOf(customer)
  return {
    active: customer.active ?? tag !== null,
    tag,
    label: tag ? texts.tags[tag] : (customer.tagLabel ?? null),
  }
}

/** What a card of so many stamps stands at as one of another type, where VIP makes the difference; null for nothing. */
export function reachedAs(
  tag: Tag | null,
  former: Tag | null,
  count: number,
  business: Pick<Business, 'visitTarget' | 'vipVisitTarget' | 'halfRewardEnabled'>,
): 'FREE' | 'HALF' | null {
  if (isVip(tag) === isVip(former) || count === 0) return null
  const target = isVip(tag) ? business.vipVisitTarget : business.visitTarget
  if (count % target === 0) return 'FREE'
  const hasHalf = business.halfRewardEnabled && !isVip(tag)
  return hasHalf && count % target === Math.floor(target / 2) ? 'HALF' : null
}

function isVip(tag: Tag | null): boolean {
  return tag?.startsWith('BONO_VIP') ?? false
}

/** The type a customer had before the bonus was switched off on this device, to be offered again. */
export function rememberedTag(customerId: string): Tag | null {
  const stored = readStored(storageKey(customerId))
  return typeof stored === 'object' && stored !== null ? tagOf(stored) : null
}

/** Keeps on this device whether a customer's bonus is active, and of which type. */
export function rememberBonus(customerId: string, bonus: { active: boolean; tag: Tag | null }): void {
  writeStored(storageKey(customerId), bonus)
}

function storageKey(customerId: string): string {
  return `axioma.bonus.${customerId}`
}
