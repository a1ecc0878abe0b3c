import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * useFocusOnScreen moves the focus to a new screen after navigation, unless the screen has set it. Searches and
 * filters, which only change the query string, keep the focus.
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
