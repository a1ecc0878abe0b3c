import { answer } from '@/api/client'
import { publicApi } from '@/api/public'

/** Ends the advertising of a business to a customer, by the id of their QR. */
export const unsubscribe = (id: string) =>
  answer(
    publicApi.POST('/public/customers/{id}/unsubscribe', {
      params: { path: { id } },
      body: { reason: 'USER_REQUEST' },
    }),
  )
