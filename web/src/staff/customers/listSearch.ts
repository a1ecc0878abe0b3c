import { businessKey } from '@/api'
import type { ListChoice } from '@/api/records'
import { readStored, writeStored } from '@/lib/storage'

/** What the address of the list says. */
export type ListSearch = { q?: string } & ListChoice

/** The search is kept for each business: the text may be a customer's name. */
const storageKey = () => businessKey('axioma.customers.search').join(' ')

/** Which customers an address asks for, besides the text. What cannot be read is left out. */
export function parseListChoice({ owed, notSeenFor, birthday, sort }: Record<string, unknown>): ListChoice {
  return {
    ...(owed === true && { owed }),
    ...(isDays(notSeenFor) && { notSeenFor }),
    ...(birthday === true && { birthday }),
    ...((sort === 'lastVisit' || sort === 'owed') && { sort }),
  }
}

function isDays(said: unknown): said is number {
  return Number.isInteger(said) && Number(said) >= 1 && Number(said) <= 3650
}

/** What was listed last in this tab, so that the way back leads to the list as it was left. */
export function loadSearch(): ListSearch {
  const stored = readStored(storageKey(), 'tab')
  if (typeof stored !== 'object' || stored === null) return {}
  const said = stored as Record<string, unknown>
  return { ...(typeof said.q === 'string' && said.q !== '' && { q: said.q }), ...parseListChoice(said) }
}

const scrollKey = () => businessKey('axioma.customers.place').join(' ')

/** How far down the list was when it was left, in pixels. */
export function loadScrollPosition(): number {
  const stored = readStored(scrollKey(), 'tab')
  return typeof stored === 'number' ? stored : 0
}

/** Keeps in this tab how far down the list is. */
export function storeScrollPosition(pixels: number): void {
  writeStored(scrollKey(), pixels, 'tab')
}

/** Keeps in this tab what is listed. */
export function storeSearch(search: ListSearch): void {
  writeStored(storageKey(), search, 'tab')
}
