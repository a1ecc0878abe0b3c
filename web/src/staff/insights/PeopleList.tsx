import type { ReactNode } from 'react'
import type { List } from '@/api/types'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages, type PagedState } from '@/kit/MorePages'
import { Skeleton } from '@/kit/Skeleton'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.absent

interface Pages<Item> extends PagedState {
  data: { pages: List<Item>[] } | undefined
  isLoadingError: boolean
  refetch: () => unknown
}

interface PeopleListProps<Item> {
  pages: Pages<Item>
  noneDetail: string
  loadsOnScroll?: boolean
  children: (item: Item) => ReactNode
}

export function PeopleList<Item>({ pages, noneDetail, loadsOnScroll, children }: PeopleListProps<Item>) {
  if (pages.isLoadingError) {
    return <LoadFailed onRetry={pages.refetch}>{errorText(pages.error, texts.failed)}</LoadFailed>
  }
  if (!pages.data) return <Skeleton className="h-40" />
  const items = pages.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState title={words.none}>{noneDetail}</EmptyState>
  return (
    <>
      <ul className="grid">{items.map(children)}</ul>
      <MorePages pages={pages} loadsOnScroll={loadsOnScroll}>
        {words.shown(items.length, pages.data.pages[0]?.total ?? 0)}
      </MorePages>
    </>
  )
}
