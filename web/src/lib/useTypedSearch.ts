import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** How long nobody types before the search begins, in milliseconds. */
const pause = 250

/** What is searched for: typed here, kept in the address a moment later, so that the list can be sent as a link. */
export function useTypedSearch() {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [inAddress, setInAddress] = useState(q)

  // The address changed by itself, with the back button say: the box follows.
  if (q !== inAddress) {
    setInAddress(q)
    setTyped(q)
  }

  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === q) return
    const timer = setTimeout(() => {
      setInAddress(wanted)
      void navigate({
        to: '.',
        search: (others) => ({ ...others, q: wanted || undefined }),
        replace: true,
        resetScroll: false,
      })
    }, pause)
    return () => clearTimeout(timer)
  }, [wanted, q, navigate])

  return { q, typed, type: setTyped }
}
