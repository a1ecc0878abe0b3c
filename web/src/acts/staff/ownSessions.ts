import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { ownSessionsQuery } from '@/api/ownSessions'
import type { StaffSession } from '@/api/types'
import { notify } from '@/kit/notify'
import { useAct } from './useAct'

export const ownSessionTexts = {
  closed: (device: string) => `✅ Sesión cerrada: ${device}.`,
  othersClosed: '✅ Se han cerrado tus otras sesiones.',
  failed: 'No se pudo cerrar.',
} as const

/** Closes a session. Succeeds if it has ended meanwhile. */
export function useCloseSession({ id, device }: StaffSession) {
  const client = useQueryClient()
  return useAct({
    mutationFn: async () => {
      try {
        await unwrap(api.DELETE('/auth/sessions/{id}', { params: { path: { id } } }))
      } catch (error) {
        if (!isApiError(error, 'SESSION_NOT_FOUND')) throw error
      }
    },
    onSuccess: () => {
      notify.success(ownSessionTexts.closed(device))
      return client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey })
    },
  })
}

export function useCloseOtherSessions() {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => unwrap(api.POST('/auth/sessions/close-others')),
    onSuccess: () => {
      notify.success(ownSessionTexts.othersClosed)
      return client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey })
    },
  })
}
