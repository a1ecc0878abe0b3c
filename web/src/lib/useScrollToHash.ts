import { useEffect } from 'react'

/** Brings the part of the screen that the address names into view, with the focus, once it is there. */
export function useScrollToHash(isRendered: boolean): void {
  useEffect(() => {
    const name = window.location.hash.slice(1)
    const part = isRendered && name ? document.getElementById(name) : null
    part?.focus({ preventScroll: true })
    part?.scrollIntoView()
  }, [isRendered])
}
