import { type ReactNode, useEffect, useRef } from 'react'
import { errorText } from '@/lib/errors'
import { Button } from './Button'
import { Notice } from './Notice'
import { staffTexts as texts } from './staffTexts'

export interface PagedState {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

interface MorePagesProps {
  pages: PagedState
  label?: string
  /** Loads the next page when the end of the list is near. The button stays for keyboards and after failures. */
  loadsOnScroll?: boolean | undefined
  children?: ReactNode
}

export function MorePages({ pages, label = texts.morePages, loadsOnScroll, children }: MorePagesProps) {
  const end = useEndInSight(pages, loadsOnScroll ?? false)
  if (!pages.hasNextPage) return null
  return (
    <footer ref={end} className="grid justify-items-center gap-2 py-2">
      {pages.isFetchNextPageError && (
        <Notice tone="error">{errorText(pages.error, texts.morePagesFailed)}</Notice>
      )}
      <Button variant="secondary" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {label}
      </Button>
      {children && <p className="text-small text-ink-soft tabular-nums">{children}</p>}
    </footer>
  )
}

/** The next page loads when the end of the list is this far below the screen. */
const distance = '600px'

function useEndInSight(pages: PagedState, isActive: boolean) {
  const end = useRef<HTMLElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const mayLoad = isActive && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!mayLoad || !end.current || !('IntersectionObserver' in window)) return undefined
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: distance },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [mayLoad, fetchNextPage])
  return end
}
