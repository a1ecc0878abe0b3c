import type { InfiniteData } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type PageParam, pageSize } from '@/api/records'
import type { List, ListedCustomer } from '@/api/types'
import { loadScrollPosition } from '../listSearch'

export interface ListPages {
  data: InfiniteData<List<ListedCustomer>> | undefined
  isFetching: boolean
  isFetchNextPageError: boolean
  isFetchPreviousPageError: boolean
  hasNextPage: boolean
  hasPreviousPage: boolean
  fetchNextPage: () => unknown
  fetchPreviousPage: () => unknown
}

/** Rows rendered beyond the screen. */
const overscan = 12

/** Rows before the end at which the next page is fetched. */
const near = 40

/** Farther pages are not reached one at a time. */
const far = 3 * pageSize

/** Follows the scroll position and fetches the pages that the rows need. */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  customers: readonly ListedCustomer[],
  pages: ListPages,
  onRestart: () => void,
) {
  // Earlier pages may have been dropped. Their rows keep their places.
  const first = ((pages.data?.pageParams[0] as PageParam | undefined)?.index ?? 0) * pageSize
  const count = first + customers.length
  const top = useTop(box)
  const isReturn = useLocation({ select: ({ state }) => state.toLastPlace === true })
  const virtual = useWindowVirtualizer({
    count,
    overscan,
    scrollMargin: top,
    estimateSize: rowHeight,
    initialOffset: () => (isReturn ? loadScrollPosition() : window.scrollY),
    getItemKey: (index) => customers[index - first]?.id ?? index,
  })
  const rows = virtual.getVirtualItems()
  const [start, end] = [rows[0], rows.at(-1)]
  useMissingPages(pages, onRestart, { first, count, start: start?.index ?? 0, end: end?.index ?? 0 })
  return {
    rows,
    first,
    before: start ? start.start - top : 0,
    // Before the first measurement the whole list is space, so that 'back' can scroll to its place.
    after: end ? virtual.getTotalSize() + top - end.end : virtual.getTotalSize(),
    measure: virtual.measureElement,
  }
}

/** Pixels of most rows: see customers.css. */
function rowHeight(): number {
  return window.innerWidth < 700 ? 59 : 48
}

/** Pixels from the top of the page. */
function useTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const body = box.current?.querySelector('tbody')
    if (body) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY))
  })
  return top
}

interface Rows {
  first: number
  count: number
  start: number
  end: number
}

function useMissingPages(pages: ListPages, onRestart: () => void, { first, count, start, end }: Rows): void {
  useEffect(() => {
    if (pages.isFetching || pages.isFetchNextPageError || pages.isFetchPreviousPageError) return
    if (start < first && start === 0 && first > far) onRestart()
    else if (start < first && pages.hasPreviousPage) pages.fetchPreviousPage()
    else if (end >= count - near && pages.hasNextPage) pages.fetchNextPage()
  }, [pages, onRestart, first, count, start, end])
}
