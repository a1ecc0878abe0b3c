import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { unwrap } from '@/api/client'
import { releasedPhonesQuery } from '@/api/releasedPhones'
import { notify } from '@/kit/notify'
import { useAct } from './useAct'

const notSaved = 'No se pudo quitar el aviso.'

/** Marks a release as seen. Idempotent. */
export function useMarkReleaseSeen() {
  const client = useQueryClient()
  return useAct({
    mutationFn: (id: string) => unwrap(api.POST('/released-phones/{id}/seen', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: releasedPhonesQuery().queryKey }),
    onError: (error) => notify.error(error, notSaved),
  })
}
