import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Milliseconds. */
const pause = 250

export function useSearchInput() {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [typedText, setTypedText] = useState(q)
  const [inAddress, setInAddress] = useState(q)
  const [pending, setPending] = useState<readonly string[]>([])

  if (q !== inAddress) {
    const place = pending.indexOf(q)
    setInAddress(q)
    setPending(place < 0 ? [] : pending.slice(place + 1))
    if (place < 0) setTypedText(q)
  }

  const trimmedText = typedText.trim()
  useEffect(() => {
    if (trimmedText === q) return
    const timer = setTimeout(() => {
      setPending((before) => [...before, trimmedText])
      void navigate({
        to: '.',
        search: (others) => ({ ...others, q: trimmedText || undefined }),
        replace: true,
        resetScroll: false,
      })
    }, pause)
    return () => clearTimeout(timer)
  }, [trimmedText, q, navigate])

  return { q, typedText, type: setTypedText }
}
