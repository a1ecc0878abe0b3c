import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls once to a form whose draft was restored, since after a sign-in the top of the record is shown. Waits for the
 * panels above, which would push the form away.
 */
export function useScrollToRestored(form: RefObject<HTMLElement | null>, isRestored: boolean): void {
  const client = useQueryClient()
  const isLoading = useIsFetching() > 0
  const isDue = useRef(isRestored)
  useEffect(() => {
    // Panels that are rendered together with the form begin to load only now.
    if (isLoading || client.isFetching() > 0 || !isDue.current) return
    isDue.current = false
    form.current?.scrollIntoView()
  }, [form, client, isLoading])
}
