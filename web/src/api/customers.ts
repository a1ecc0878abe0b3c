import { queryOptions } from '@tanstack/react-query'
import { digitsOf, samePhone } from '@/lib/phone'
import { answer } from './client'
import { ApiError } from './error'
import { api } from './index'
import { firstOffered } from './inOrder'
import { listFrom } from './lists'
import type { Customer } from './types'

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
  // A national number and the same with its country's prefix end alike.
  const end = digitsOf(phone).slice(-9)
  return lookUp({ phone }, end, (customer) => samePhone(customer.phone ?? '', phone))
}

/** The customer with that email, however it is capitalised. */
export function lookUpByEmail(email: string) {
  const wanted = email.trim().toLowerCase()
  return lookUp({ email }, wanted, (customer) => customer.email?.toLowerCase() === wanted)
}

/** Asks for a customer; where the server has no such call, looks through what its search answers. */
function lookUp(
  wanted: { phone: string } | { email: string },
  q: string,
  isMeant: (customer: Customer) => boolean,
): Promise<Customer> {
  return firstOffered([
    () => answer(api.POST('/customers/lookup', { body: wanted })),
    async () => {
      const { items } = listFrom<Customer>(await answer(api.GET('/customers', { params: { query: { q } } })))
      const meant = items.find(isMeant)
      if (!meant) throw new ApiError('No se encontró el cliente.', 404, 'CUSTOMER_NOT_FOUND')
      return meant
    },
  ])
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

/** Registers a visit of a known customer, under whichever path the server offers. */
export function registerVisit(customerId: string, { key, ...body }: VisitToRegister) {
  const header = { 'Idempotency-Key': key }
  const params = { path: { id: customerId }, header }
  return firstOffered([
    () => answer(api.POST('/customers/{id}/visits', { params, body })),
    () => answer(api.POST('/app/customers/{id}/visits', { params, body })),
    () => answer(api.POST('/visits', { params: { header }, body: { customerId, ...body } })),
  ])
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
