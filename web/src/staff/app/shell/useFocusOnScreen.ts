import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to another screen when it has come, as a browser does with another page, unless the screen has put it
 * where it is wanted. A search or a filter, which change the address too, leave it where it is.
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
