import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { itemsOf, listFrom } from './lists'
import type { ActivityEntry, ActivityGroup, RefusedSignIn } from './types'

const pageSize = 50

/** Filters the entries. An absent field matches every entry. */
export interface ActivityFilter {
  /** A user's id, or 'none' for customers and the program. */
  person?: string
  group?: ActivityGroup
  customerId?: string
  /** YYYY-MM-DD. */
  from?: string
  /** Part of a name, phone or e-mail. */
  q?: string
}

/** Entries of the current business, or of the operator's platform. */
export type ActivityScope = 'business' | 'platform'

/** The parameter that selects the platform, an empty business id. The contract does not name it. */
const scopeQuery = (scope: ActivityScope): object => (scope === 'platform' ? { businessId: '' } : {})

export const activityQueries = {
  entries: (scope: ActivityScope, filter: ActivityFilter) =>
    infiniteQueryOptions({
      queryKey: businessKey('activity', scope, filter),
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const query = {
          limit: pageSize,
          ...filter,
          ...scopeQuery(scope),
          ...(pageParam && { cursor: pageParam }),
        }
        return listFrom<ActivityEntry>(await unwrap(api.GET('/activity', { params: { query }, signal })))
      },
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),

  refusedSignIns: (scope: ActivityScope) =>
    queryOptions({
      queryKey: businessKey('activity', scope, 'refused'),
      queryFn: async ({ signal }) => {
        const query = scopeQuery(scope) as never // not in the contract
        return itemsOf<RefusedSignIn>(
          await unwrap(api.GET('/activity/refused-sign-ins', { params: { query }, signal })),
        )
      },
    }),
}

type ActivityFormat = 'csv' | 'xlsx'

/** The server requires a recent authentication. */
export function fetchActivityFile(
  scope: ActivityScope,
  filter: ActivityFilter,
  format: ActivityFormat,
): Promise<Blob> {
  const query = { ...filter, ...scopeQuery(scope), format }
  const call = api.GET('/activity/file', { params: { query }, parseAs: 'blob' })
  return unwrap(call as unknown as Promise<{ data?: Blob }>)
}
