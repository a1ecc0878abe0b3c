import type { ReactNode } from 'react'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { EmptyState } from './EmptyState'
import { LoadFailed } from './LoadFailed'
import { MorePages, type PagedState } from './MorePages'
import { Skeleton } from './Skeleton'
import { staffTexts } from './staffTexts'

interface Pages<Item> extends PagedState {
  data: { pages: { items: Item[]; total: number }[] } | undefined
  isLoadingError: boolean
  refetch: () => unknown
}

interface PagedListProps<Item> {
  pages: Pages<Item>
  words: { failed: string; none: string; noneDetail: string }
  loadsOnScroll?: boolean | undefined
  children: (item: Item) => ReactNode
}

/** The list of an infinite query, or why there is none. Each child is a list item. */
export function PagedList<Item>({ pages, words, loadsOnScroll, children }: PagedListProps<Item>) {
  if (pages.isLoadingError) {
    return <LoadFailed onRetry={pages.refetch}>{errorText(pages.error, words.failed)}</LoadFailed>
  }
  if (!pages.data) return <Skeleton className="h-40" />
  const items = pages.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState title={words.none}>{words.noneDetail}</EmptyState>
  return (
    <>
      <ul className="grid">{items.map(children)}</ul>
      <MorePages pages={pages} loadsOnScroll={loadsOnScroll}>
        {staffTexts.outOf(sayNumber(items.length), sayNumber(pages.data.pages[0]?.total ?? 0))}
      </MorePages>
    </>
  )
}
