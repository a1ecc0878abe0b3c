import { createContext, useContext, useLayoutEffect } from 'react'

export const TitleListener = createContext<((title: string) => void) | null>(null)

/** Sets the title from parts, most specific first. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = parts.filter(Boolean).join(' · ')
  useContext(TitleListener)?.(title)
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
