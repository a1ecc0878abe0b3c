import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Focuses a new screen, unless it has set the focus itself. A change of only the query string (search,
 * filter) keeps the focus.
 */
export function useFocusOnScreen(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || main.current?.contains(document.activeElement)) return
        main.current?.focus({ preventScroll: true })
      }),
    [router, main],
  )
}
