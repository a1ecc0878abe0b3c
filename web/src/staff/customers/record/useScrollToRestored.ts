import { useIsFetching } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls once to a form whose draft was restored, since after a sign-in the top of the record is shown. Waits for the
 * panels above, which would push the form away.
 */
export function useScrollToRestored(form: RefObject<HTMLElement | null>, isRestored: boolean): void {
  const isLoading = useIsFetching() > 0
  const isDue = useRef(isRestored)
  useEffect(() => {
    if (isLoading || !isDue.current) return
    isDue.current = false
    form.current?.scrollIntoView()
  }, [form, isLoading])
}
