import { tagOf } from '@/api/parsing'
import type { Business, Customer, Tag } from '@/api/types'
import { halfOf } from '@/lib/passesHalf'
import { readStored, writeStored } from '@/lib/storage'
import { texts } from './texts'

export const tags = Object.entries(texts.tags).map(([value, label]) => ({ value: value as Tag, label }))

export interface Bonus {
  active: boolean
  tag: Tag | null
  label: string | null
}

export function bonusOf(customer: Pick<Customer, 'tag'> & Partial<Customer>): Bonus {
  const tag = tagOf(customer)
  return {
    active: customer.active ?? tag !== null,
    tag,
    label: tag ? texts.tags[tag] : (customer.tagLabel ?? null),
  }
}

/** The milestone that the card reaches when a changed type gives it another target; null if none. */
export function milestoneAfterTagChange(
  tag: Tag | null,
  former: Tag | null,
  count: number,
  business: Pick<Business, 'visitTarget' | 'vipVisitTarget' | 'halfRewardEnabled'>,
): 'FREE' | 'HALF' | null {
  if (isVip(tag) === isVip(former) || count === 0) return null
  const target = isVip(tag) ? business.vipVisitTarget : business.visitTarget
  if (count % target === 0) return 'FREE'
  const hasHalf = business.halfRewardEnabled && !isVip(tag)
  return hasHalf && count % target === halfOf(target) ? 'HALF' : null
}

export function isVip(tag: string | null): boolean {
  return tag?.startsWith('BONO_VIP') ?? false
}

/** The bonus type last saved on this device. */
export function storedTag(customerId: string): Tag | null {
  const storedValue = readStored(storageKey(customerId))
  return typeof storedValue === 'object' && storedValue !== null ? tagOf(storedValue) : null
}

export function storeBonus(customerId: string, bonus: { active: boolean; tag: Tag | null }): void {
  writeStored(storageKey(customerId), bonus)
}

function storageKey(customerId: string): string {
  return `axioma.bonus.${customerId}`
}
