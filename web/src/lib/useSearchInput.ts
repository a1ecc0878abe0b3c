import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Milliseconds. */
const pause = 250

export function useSearchInput() {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [inAddress, setInAddress] = useState(q)
  const [pending, setPending] = useState<readonly string[]>([])

  if (q !== inAddress) {
    const place = pending.indexOf(q)
    setInAddress(q)
    setPending(place < 0 ? [] : pending.slice(place + 1))
    if (place < 0) setTyped(q)
  }

  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === q) return
    const timer = setTimeout(() => {
      setPending((before) => [...before, wanted])
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
