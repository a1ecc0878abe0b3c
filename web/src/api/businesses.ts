import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api, businessKey } from './index'
import type { PosterSize } from './types'

/** The poster of a business, to be printed: of the one that the operator names, else of the one that one acts on. */
export function posterOf(size: PosterSize, businessId?: string): Promise<Blob> {
  const query = { size, ...(businessId && { businessId }) }
  return answer(
    api.GET('/business/poster.pdf', { params: { query }, parseAs: 'blob' }) as unknown as Promise<{
      data?: Blob
    }>,
  )
}

/** That poster as it would be printed now, and who can open its address. */
export const posterQuery = (businessId?: string) =>
  queryOptions({
    queryKey: businessKey('business', 'poster', businessId),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/business/poster', { params: { query: { ...(businessId && { businessId }) } }, signal }),
      ),
  })

/** What the marketing messages of the business say, and how many customers can get them. */
export const marketingQuery = () =>
  queryOptions({
    queryKey: businessKey('business', 'marketing'),
    queryFn: ({ signal }) => answer(api.GET('/business/marketing', { signal })),
  })
