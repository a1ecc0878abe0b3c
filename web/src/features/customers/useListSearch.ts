import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '@/lib/storage'

/** How long nobody types before the search begins, in milliseconds. */
const pause = 250

const storageKey = 'axioma.customers.search'

/** What was searched for last in this tab, so that the way back leads to the list as it was left. */
export function lastSearch(): string {
  const stored = readStored(storageKey, 'tab')
  return typeof stored === 'string' ? stored : ''
}

/** What is searched for: typed here, kept in the address a moment later, so that the list can be sent as a link. */
export function useListSearch() {
  const { q = '' } = useSearch({ from: '/signed-in/of-a-business/app/customers/list' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [inAddress, setInAddress] = useState(q)

  // The address changed by itself, with the back button say: the box follows.
  if (q !== inAddress) {
    setInAddress(q)
    setTyped(q)
  }

  useEffect(() => writeStored(storageKey, q, 'tab'), [q])

  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === q) return
    const timer = setTimeout(() => {
      setInAddress(wanted)
      void navigate({
        to: '/app/customers/list',
        search: wanted ? { q: wanted } : {},
        replace: true,
        resetScroll: false,
      })
    }, pause)
    return () => clearTimeout(timer)
  }, [wanted, q, navigate])

  return { q, typed, type: setTyped }
}
