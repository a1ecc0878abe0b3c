import { unwrap } from '@/api/client'
import { publicApi } from '@/api/public'

export const unsubscribe = (id: string) =>
  unwrap(
    publicApi.POST('/public/customers/{id}/unsubscribe', {
      params: { path: { id } },
      body: { reason: 'USER_REQUEST' },
    }),
  )
