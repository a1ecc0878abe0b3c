import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { answer } from '@/api/client'
import { usersQuery } from '@/api/users'

/** What is said of a new account. */
export interface NewStaff {
  name: string
  email: string
  password: string
  role: 'BARBER' | 'ADMIN'
}

/** Creates an account. */
export function useCreateUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name, ...account }: NewStaff) =>
      answer(api.POST('/users', { body: { ...account, ...(name && { name }) } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usersQuery().queryKey }),
  })
}
