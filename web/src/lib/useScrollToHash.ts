import { useEffect } from 'react'

/** Scrolls to and focuses the element of the URL fragment once rendered. */
export function useScrollToHash(isRendered: boolean): void {
  useEffect(() => {
    const name = window.location.hash.slice(1)
    const part = isRendered && name ? document.getElementById(name) : null
    part?.focus({ preventScroll: true })
    part?.scrollIntoView()
  }, [isRendered])
}
