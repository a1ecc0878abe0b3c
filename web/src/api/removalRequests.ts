import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { customerQueries } from './customers'
import { api } from './index'
import { itemsOf } from './lists'
import type { CounterVisit, RemovalRequest } from './types'

/** Milliseconds between two fetches. A visit's button changes when its undo period ends. */
const refresh = 30_000

/**
 * Queries: `own` lists the user's visits of today, `requests` the business's pending removal requests. Both are
 * invalidated with the customer queries.
 */
export const removalQueries = {
  own: () =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'own visits'],
      queryFn: async ({ signal }) => itemsOf<CounterVisit>(await unwrap(api.GET('/visits/own', { signal }))),
      refetchInterval: refresh,
    }),

  requests: () =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'removal requests'],
      queryFn: async ({ signal }) =>
        itemsOf<RemovalRequest>(await unwrap(api.GET('/visits/removal-requests', { signal }))),
    }),
}

/** Asks for the removal of a visit. Idempotent. */
export function requestRemoval(id: string) {
  return unwrap(api.POST('/visits/{id}/removal-request', { params: { path: { id } } }))
}

export function refuseRemoval(id: string) {
  return unwrap(api.POST('/visits/{id}/removal-request/refuse', { params: { path: { id } } }))
}
