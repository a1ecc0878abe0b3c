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

/** Rows rendered above and below the screen. */
const overscan = 12

/** The next page is fetched this many rows before the end. */
const near = 40

/** If more rows than this were dropped, a jump to the top loads the first page instead of all pages in between. */
const far = 3 * pageSize

/** Follows the scroll position and fetches the pages of the visible rows. */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  customers: readonly ListedCustomer[],
  pages: ListPages,
  onRestart: () => void,
) {
  // Earlier pages may have been dropped. Their rows keep their space.
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
    // Before the first measurement the whole list is space, so that 'back' can restore the scroll
    // position.
    after: end ? virtual.getTotalSize() + top - end.end : virtual.getTotalSize(),
    measure: virtual.measureElement,
  }
}

/** The estimated height of a row in pixels. */
function rowHeight(): number {
  return window.innerWidth < 700 ? 59 : 48
}

/** Distance from the top of the page in pixels. */
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
