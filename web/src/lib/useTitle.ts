import { createContext, useContext, useLayoutEffect } from 'react'

/** Told the title of a page that the server draws; in a browser nobody is. */
export const TitleListener = createContext<((title: string) => void) | null>(null)

/** Titles the page when it is drawn: from the most particular part to the most general, without what is not known yet. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ')
  useContext(TitleListener)?.(title)
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
