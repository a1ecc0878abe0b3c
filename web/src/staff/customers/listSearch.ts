import { businessKey } from '@/api'
import type { ListChoice } from '@/api/records'
import { readStored, writeStored } from '@/lib/storage'

export type ListSearch = { q?: string } & ListChoice

/** Stored per business, because the text may be a customer's name. */
const storageKey = () => businessKey('axioma.customers.search').join(' ')

export const letters = [...'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ']

/** Reads the filters in the address. Ignores invalid ones. */
export function parseListChoice(search: Record<string, unknown>): ListChoice {
  const { owed, notSeenFor, birthday, sort, from } = search
  return {
    ...(owed === true && { owed }),
    ...(isDays(notSeenFor) && { notSeenFor }),
    ...(birthday === true && { birthday }),
    ...((sort === 'lastVisit' || sort === 'owed') && { sort }),
    ...(letters.some((letter) => letter === from) && { from: String(from) }),
  }
}

function isDays(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3650
}

export function loadSearch(): ListSearch {
  const storedValue = readStored(storageKey(), 'tab')
  if (typeof storedValue !== 'object' || storedValue === null) return {}
  const choice = storedValue as Record<string, unknown>
  return {
    ...(typeof choice.q === 'string' && choice.q !== '' && { q: choice.q }),
    ...parseListChoice(choice),
  }
}

const scrollKey = () => businessKey('axioma.customers.place').join(' ')

/** The stored scroll position in pixels. */
export function loadScrollPosition(): number {
  const storedValue = readStored(scrollKey(), 'tab')
  return typeof storedValue === 'number' ? storedValue : 0
}

export function storeScrollPosition(pixels: number): void {
  writeStored(scrollKey(), pixels, 'tab')
}

export function storeSearch(search: ListSearch): void {
  writeStored(storageKey(), search, 'tab')
}
