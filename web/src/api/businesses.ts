import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api } from './index'
import type { PosterSize } from './types'

/** The poster of the business that one acts on, to be printed. */
export function posterOf(size: PosterSize): Promise<Blob> {
  return answer(
    api.GET('/business/poster.pdf', { params: { query: { size } }, parseAs: 'blob' }) as unknown as Promise<{
      data?: Blob
    }>,
  )
}

/** What the marketing messages of the business say, and how many customers can get them. */
export const marketingQuery = () =>
  queryOptions({
    queryKey: ['business', 'marketing'],
    queryFn: ({ signal }) => answer(api.GET('/business/marketing', { signal })),
  })
