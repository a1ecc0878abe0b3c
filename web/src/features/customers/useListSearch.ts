import { useEffect } from 'react'
import { readStored, writeStored } from '@/lib/storage'
import { useTypedSearch } from '@/lib/useTypedSearch'

const storageKey = 'axioma.customers.search'

/** What was searched for last in this tab, so that the way back leads to the list as it was left. */
export function lastSearch(): string {
  const stored = readStored(storageKey, 'tab')
  return typeof stored === 'string' ? stored : ''
}

/** What is searched for, which the tab remembers. */
export function useListSearch() {
  const search = useTypedSearch()
  useEffect(() => writeStored(storageKey, search.q, 'tab'), [search.q])
  return search
}
