import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Does nothing when the new screen has set the focus. Searches and filters, which change only the query
 * string, keep the focus.
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
