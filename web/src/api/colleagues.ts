import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { itemsOf } from './lists'
import type { Colleague } from './types'

/** The enabled staff, including the caller. */
export const colleaguesQuery = () =>
  queryOptions({
    queryKey: businessKey('colleagues'),
    queryFn: async ({ signal }) => itemsOf<Colleague>(await unwrap(api.GET('/counter/staff', { signal }))),
  })

/** Idempotent. */
export function changeServedBy(visitId: string, servedById: string) {
  return unwrap(
    api.POST('/visits/{id}/served-by', { params: { path: { id: visitId } }, body: { servedById } }),
  )
}
