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

/** The customers that match a text, the first few of them. */
export const customerSearchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['customers', 'search', q, limit],
    queryFn: ({ signal }) => answer(api.GET('/customers', { params: { query: { q, limit } }, signal })),
  })

/** The customer with that phone. */
export function lookUpByPhone(phone: string) {
  return answer(api.POST('/customers/lookup', { body: { phone } }))
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

/** Redeems a reward; of two tries the server takes one. With a key, the same try can be sent again. */
export function redeemReward(customerId: string, rewardId: string, key?: string) {
  return answer(
    api.POST('/customers/{id}/rewards/{rewardId}/redeem', {
      params: { path: { id: customerId, rewardId }, ...(key && { header: { 'Idempotency-Key': key } }) },
    }),
  )
}
