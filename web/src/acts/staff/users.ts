import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '@/api'
import { answer } from '@/api/client'
import { isUnsupported } from '@/api/firstSupported'
import type { User } from '@/api/types'
import { usersQuery } from '@/api/users'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/ids'
import { resetPassword } from './resetPassword'
import { userTexts as texts } from './userTexts'

/** What a person is called where accounts are managed. */
export function nameOf(user: Pick<User, 'name' | 'email'>): string {
  return user.name || user.email
}

/** What is said of a new account. */
export interface NewStaff {
  name: string
  email: string
  password: string
  role: 'BARBER' | 'ADMIN'
}

/** Creates an account, once: an answer that got lost makes whoever tries again no conflict with herself. */
export function useCreateUser() {
  const client = useQueryClient()
  const keyOf = useKeyOf()
  return useMutation({
    mutationFn: ({ name, ...account }: NewStaff) => {
      const body = { ...account, ...(name && { name }) }
      return answer(api.POST('/users', { params: { header: { 'Idempotency-Key': keyOf(body) } }, body }))
    },
    // Not waited for: the account exists, and the form must say so and be empty however long the list takes.
    onSuccess: () => void client.invalidateQueries({ queryKey: usersQuery().queryKey }),
  })
}

/** One key for all tries to send the same. It stays in memory: a password is part of what is sent. */
function useKeyOf() {
  const last = useRef({ sent: '', key: '' })
  return (body: object): string => {
    const sent = JSON.stringify(body)
    if (sent !== last.current.sent) last.current = { sent, key: newIdempotencyKey() }
    return last.current.key
  }
}

/** Keeps somebody from signing in, or lets her again. */
export function useChangeAccess(onChanged: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, disabled }: User) => {
      const params = { path: { id } }
      return disabled
        ? answer(api.POST('/users/{id}/enable', { params }))
        : answer(api.POST('/users/{id}/disable', { params }))
    },
    onSuccess: (_answer, before) => {
      notify.success((before.disabled ? texts.access.enabled : texts.access.disabled)(nameOf(before)))
      onChanged()
      return client.invalidateQueries({ queryKey: usersQuery().queryKey })
    },
  })
}

/** Gives somebody a temporary password; null where the server does not say which. */
export function useResetPassword() {
  return useMutation({
    mutationFn: ({ id }: User) => resetPassword(id),
    // The password must not stay in memory after it was shown.
    gcTime: 0,
  })
}

/** Why a password was not reset. */
export function resetFailure(error: unknown): string {
  return isUnsupported(error) ? texts.reset.notOffered(error.message) : errorText(error, texts.reset.failed)
}
