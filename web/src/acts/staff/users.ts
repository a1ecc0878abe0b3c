import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { unwrap } from '@/api/client'
import { isUnsupported } from '@/api/firstSupported'
import type { User } from '@/api/types'
import { usersQuery } from '@/api/users'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { resetPassword } from './resetPassword'
import { useAct } from './useAct'
import { useKeyedSend } from './useKeyedSend'
import { userTexts as texts } from './userTexts'

export function nameOf(user: Pick<User, 'name' | 'email'>): string {
  return user.name || user.email
}

export interface NewStaff {
  name: string
  email: string
  password: string
  role: 'BARBER' | 'ADMIN'
}

/** Creates a user. A retry has the same idempotency key, so it causes no conflict. */
export function useCreateUser() {
  const client = useQueryClient()
  const send = useKeyedSend()
  return useAct({
    mutationFn: ({ name, ...account }: NewStaff) => {
      const body = { ...account, ...(name && { name }) }
      return send(body, (key) =>
        unwrap(api.POST('/users', { params: { header: { 'Idempotency-Key': key } }, body })),
      )
    },
    // Not awaited: the form reports success even if the list loads slowly.
    onSuccess: () => void client.invalidateQueries({ queryKey: usersQuery().queryKey }),
  })
}

export function useChangeAccess(onChanged: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id, disabled }: User) => {
      const params = { path: { id } }
      return disabled
        ? unwrap(api.POST('/users/{id}/enable', { params }))
        : unwrap(api.POST('/users/{id}/disable', { params }))
    },
    onSuccess: (_answer, before) => {
      notify.success((before.disabled ? texts.access.enabled : texts.access.disabled)(nameOf(before)))
      onChanged()
      return client.invalidateQueries({ queryKey: usersQuery().queryKey })
    },
  })
}

/** Sets a temporary password. Its result is null if the server does not return the password. */
export function useResetPassword() {
  return useAct({
    mutationFn: ({ id }: User) => resetPassword(id),
    // The password must not stay in memory once shown.
    gcTime: 0,
  })
}

export function resetFailure(error: unknown): string {
  return isUnsupported(error) ? texts.reset.notOffered(error.message) : errorText(error, texts.reset.failed)
}
