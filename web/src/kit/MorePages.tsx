import type { ReactNode } from 'react'
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
  children?: ReactNode
}

export function MorePages({ pages, label = texts.morePages, children }: MorePagesProps) {
  if (!pages.hasNextPage) return null
  return (
    <footer className="grid justify-items-center gap-2 py-2">
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
