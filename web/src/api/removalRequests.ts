import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { customerQueries } from './customers'
import { api } from './index'
import { itemsOf } from './lists'
import type { CounterVisit, RemovalRequest } from './types'

/** How often a list is read again in which what can be undone runs out, in milliseconds. */
const refresh = 30_000

/**
 * The visits that the signed-in user registered today, and those whose removal waits for a decision. The keys begin with
 * that of the customers, so what changes customers has them asked for again.
 */
export const removalQueries = {
  own: () =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'own visits'],
      queryFn: async ({ signal }) => itemsOf<CounterVisit>(await answer(api.GET('/visits/own', { signal }))),
      refetchInterval: refresh,
    }),

  requests: () =>
    queryOptions({
      queryKey: [...customerQueries.all(), 'removal requests'],
      queryFn: async ({ signal }) =>
        itemsOf<RemovalRequest>(await answer(api.GET('/visits/removal-requests', { signal }))),
    }),
}

/** Asks an administrator to delete a visit; asking twice is one request. */
export function requestRemoval(id: string) {
  return answer(api.POST('/visits/{id}/removal-request', { params: { path: { id } } }))
}

/** Leaves a visit whose removal was asked for. */
export function refuseRemoval(id: string) {
  return answer(api.POST('/visits/{id}/removal-request/refuse', { params: { path: { id } } }))
}
