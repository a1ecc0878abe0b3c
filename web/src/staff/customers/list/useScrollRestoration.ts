import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { loadScrollPosition, storeScrollPosition } from '../listSearch'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list is shown where it was left. */
    toLastPlace?: boolean
  }
}

/** Shows the list where it was left, once it `isShown`, if the way back led to it; remembers where it is left. */
export function useScrollRestoration(isShown: boolean) {
  const isReturn = useLocation({ select: ({ state }) => state.toLastPlace === true })
  const [place] = useState(loadScrollPosition)
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (!isShown || isDone.current) return
    isDone.current = true
    if (isReturn) window.scrollTo(0, place)
  }, [isShown, isReturn, place])
  // Before the rows are gone: without them the page is shorter.
  useLayoutEffect(() => () => storeScrollPosition(window.scrollY), [])
}
