import { createContext, useContext, useLayoutEffect } from 'react'

/** Receives the title when the server renders the page. */
export const TitleListener = createContext<((title: string) => void) | null>(null)

/** Most specific part first. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ')
  useContext(TitleListener)?.(title)
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
