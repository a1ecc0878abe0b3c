import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'
import type { PosterSize } from './types'

export function posterOf(size: PosterSize, businessId?: string): Promise<Blob> {
  const query = { size, ...(businessId && { businessId }) }
  return unwrap(
    api.GET('/business/poster.pdf', { params: { query }, parseAs: 'blob' }) as unknown as Promise<{
      data?: Blob
    }>,
  )
}

/** The poster, and whether customers' phones can open its address. */
export const posterQuery = (businessId?: string) =>
  queryOptions({
    queryKey: businessKey('business', 'poster', businessId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/business/poster', { params: { query: { ...(businessId && { businessId }) } }, signal }),
      ),
  })

export const marketingQuery = () =>
  queryOptions({
    queryKey: businessKey('business', 'marketing'),
    queryFn: ({ signal }) => unwrap(api.GET('/business/marketing', { signal })),
  })
