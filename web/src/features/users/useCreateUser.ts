import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '@/api'
import { answer } from '@/api/client'
import { usersQuery } from '@/api/users'
import { newIdempotencyKey } from '@/lib/ids'

/** What is said of a new account. */
export interface NewStaff {
  name: string
  email: string
  password: string
  role: 'BARBER' | 'ADMIN'
}

/** Creates an account, once: an answer that got lost makes whoever tries again no conflict with herself. */
export function useCreateUser() {
  const queryClient = useQueryClient()
  const keyOf = useKeyOf()
  return useMutation({
    mutationFn: ({ name, ...account }: NewStaff) => {
      const body = { ...account, ...(name && { name }) }
      return answer(api.POST('/users', { params: { header: { 'Idempotency-Key': keyOf(body) } }, body }))
    },
    // Not waited for: the account exists, and the form must say so and be empty however long the list takes.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey }),
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
