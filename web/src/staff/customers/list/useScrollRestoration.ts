import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { loadScrollPosition, storeScrollPosition } from '../listSearch'

declare module '@tanstack/react-router' {
  interface HistoryState {
    toLastPlace?: boolean
  }
}

/** Stores the scroll position on leaving. After 'back', restores it once `isShown`. */
export function useScrollRestoration(isShown: boolean) {
  const isReturn = useLocation({ select: ({ state }) => state.toLastPlace === true })
  const [place] = useState(loadScrollPosition)
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (!isShown || isDone.current) return
    isDone.current = true
    if (isReturn) window.scrollTo(0, place)
  }, [isShown, isReturn, place])
  // A layout effect runs before the rows are removed, which shortens the page.
  useLayoutEffect(() => () => storeScrollPosition(window.scrollY), [])
}
