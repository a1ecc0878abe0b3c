import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Focuses the search once if the shortcut led here, but not after 'back'. */
export function useRequestedFocus() {
  const input = useRef<HTMLInputElement>(null)
  const isRequested = useLocation({ select: ({ state }) => state.focusSearch === true })
  const navigate = useNavigate()
  useEffect(() => {
    if (!isRequested) return
    input.current?.focus()
    void navigate({ to: '.', search: (now) => now, state: {}, replace: true, resetScroll: false })
  }, [isRequested, navigate])
  return input
}
