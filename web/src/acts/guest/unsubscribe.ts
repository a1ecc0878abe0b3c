import { answer } from '@/api/client'
import { publicApi } from '@/api/public'

export const unsubscribe = (id: string) =>
  answer(
    publicApi.POST('/public/customers/{id}/unsubscribe', {
      params: { path: { id } },
      body: { reason: 'USER_REQUEST' },
    }),
  )
