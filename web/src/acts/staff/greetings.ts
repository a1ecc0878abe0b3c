import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { isUnsupported } from '@/api/firstSupported'
import { notify } from '@/kit/notify'
import { customerTexts as texts } from './customerTexts'
import { refreshCustomers } from './refreshCustomers'

/** The WhatsApp link works without this request, so servers without the route cause no error. */
export function useGreet(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (invites: boolean) => {
      try {
        await answer(api.POST('/customers/{id}/greeting', { params: { path: { id } }, body: { invites } }))
      } catch (error) {
        if (!isUnsupported(error)) throw error
      }
    },
    onSuccess: () => refreshCustomers(client),
    onError: (error) => {
      if (isApiError(error, 'GREETED_RECENTLY')) void refreshCustomers(client)
      notify.error(error, texts.greet.failed)
    },
  })
}
