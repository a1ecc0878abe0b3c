import { queryOptions, skipToken } from '@tanstack/react-query'
import { countRewards } from '@/lib/countRewards'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { listFrom } from './lists'
import { retryUnlessDone } from './retryUnlessDone'
import type { Adjustment, Correction, OpeningBalance } from './types'

export const adjustmentsQuery = (customerId: string) =>
  queryOptions({
    queryKey: businessKey('customers', customerId, 'adjustments'),
    queryFn: async ({ signal }) => {
      const params = { path: { id: customerId } }
      return listFrom<Adjustment>(await unwrap(api.GET('/customers/{id}/adjustments', { params, signal })))
    },
  })

/** The rewards that an opening balance would earn. Only the server knows which rewards the card has already given. */
export const openingPreviewQuery = (customerId: string, stamps: number | null, owesHalf: boolean) =>
  queryOptions({
    queryKey: businessKey('customers', customerId, 'openingPreview', stamps, owesHalf),
    queryFn:
      stamps === null
        ? skipToken
        : async ({ signal }) => {
            const params = { path: { id: customerId }, query: { stamps, owesHalf } }
            const { newRewards } = await unwrap(
              api.GET('/customers/{id}/opening-balance/preview', { params, signal }),
            )
            return countRewards(newRewards.map((kind) => ({ kind })))
          },
    retry: false,
  })

export function recordOpening(customerId: string, body: OpeningBalance, key: string) {
  const params = { path: { id: customerId }, header: { 'Idempotency-Key': key } }
  return unwrap(api.POST('/customers/{id}/opening-balance', { params, body }))
}

export function rejectClaim(customerId: string) {
  return unwrap(api.DELETE('/customers/{id}/claimed-stamps', { params: { path: { id: customerId } } }))
}

export function correctStamps(customerId: string, body: Correction, key: string) {
  const params = { path: { id: customerId }, header: { 'Idempotency-Key': key } }
  return unwrap(api.POST('/customers/{id}/corrections', { params, body }))
}

/** Removes the opening stamps. Null if an earlier attempt without a response had removed them. */
export function undoOpening(adjustmentId: string) {
  const params = { path: { id: adjustmentId } }
  return retryUnlessDone(
    () => unwrap(api.POST('/adjustments/{id}/undo', { params })),
    'OPENING_UNDONE',
    adjustmentId,
  )
}

export interface PastVisit {
  /** YYYY-MM-DD. */
  day: string
  reason: string
}

export function registerPastVisit(customerId: string, body: PastVisit, key: string) {
  const params = { path: { id: customerId }, header: { 'Idempotency-Key': key } }
  return unwrap(api.POST('/customers/{id}/visits', { params, body }))
}
