import { useLayoutEffect } from 'react'

/** Titles the page when it is drawn: from the most particular part to the most general, without what is not known yet. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ')
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
