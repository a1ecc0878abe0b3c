import { queryOptions } from '@tanstack/react-query'
import { answer } from './client'
import { api } from './index'

/** Keys and fetchers of a customer's things; every key begins with those of `all`, so that one call refreshes them. */
export const customerQueries = {
  all: () => ['customers'] as const,

  one: (id: string) =>
    queryOptions({
      queryKey: ['customers', id],
      queryFn: ({ signal }) => answer(api.GET('/customers/{id}', { params: { path: { id } }, signal })),
    }),

  progress: (id: string) =>
    queryOptions({
      queryKey: ['customers', id, 'progress'],
      queryFn: ({ signal }) =>
        answer(api.GET('/customers/{id}/progress', { params: { path: { id } }, signal })),
    }),
}

/** The business the session acts on. */
export const businessQuery = () =>
  queryOptions({
    queryKey: ['business'],
    queryFn: ({ signal }) => answer(api.GET('/business', { signal })),
    staleTime: 5 * 60_000,
  })

interface VisitToRegister {
  /** The same for every try to register this one visit. */
  key: string
  notes?: string
  authorized?: boolean
}

/** Registers a visit of a known customer. */
export function registerVisit(customerId: string, { key, ...body }: VisitToRegister) {
  return answer(
    api.POST('/customers/{id}/visits', {
      params: { path: { id: customerId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
}

/** Registers a visit of whoever has that phone. */
export function registerVisitByPhone(phone: string, { key, ...body }: VisitToRegister) {
  return answer(
    api.POST('/customers/visits/by-phone', {
      params: { header: { 'Idempotency-Key': key } },
      body: { phone, ...body },
    }),
  )
}

/** Redeems a reward; of two tries the server takes one. */
export function redeemReward(customerId: string, rewardId: string) {
  return answer(
    api.POST('/customers/{id}/rewards/{rewardId}/redeem', { params: { path: { id: customerId, rewardId } } }),
  )
}
