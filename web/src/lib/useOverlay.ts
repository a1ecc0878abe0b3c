import { useEffect, useRef, useState } from 'react'

/** Something that lies over the whole page. */
export interface Overlay {
  shown: boolean
  show: () => void
  hide: () => void
}

/**
 * An overlay that the back button takes away, instead of the page below it. It is an entry of the page's history, so it is
 * there again when the page is loaded anew.
 */
export function useOverlay(): Overlay {
  const [shown, setShown] = useState(isOnOverlay)
  // A second word that it is to go must not go back twice: that would leave the page.
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
