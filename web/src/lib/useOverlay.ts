import { useEffect, useRef, useState } from 'react'

export interface Overlay {
  shown: boolean
  show: () => void
  hide: () => void
}

/** Opens an overlay as a history entry. The back button closes it, and it survives a reload. */
export function useOverlay(): Overlay {
  const [shown, setShown] = useState(isOnOverlay)
  // A second close must not go back twice and leave the page.
  const mayGoBack = useRef(shown)
  const follow = useRef((now: boolean) => {
    mayGoBack.current = now
    setShown(now)
  })
  useEffect(() => {
    const look = () => follow.current(isOnOverlay())
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [])
  return {
    shown,
    show: () => {
      window.history.pushState({ overlay: true }, '')
      follow.current(true)
    },
    hide: () => {
      if (!mayGoBack.current) return
      follow.current(false)
      window.history.back()
    },
  }
}

function isOnOverlay(): boolean {
  return Boolean((window.history.state as { overlay?: boolean } | null)?.overlay)
}
