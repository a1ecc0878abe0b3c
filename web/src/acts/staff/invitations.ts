import { useQueryClient } from '@tanstack/react-query'
import { changePasswordOrSignIn } from '@/acts/shared/changePasswordOrSignIn'
import { useAction } from '@/acts/shared/useAction'
import { api } from '@/api'
import { unwrap } from '@/api/client'
import { publicApi } from '@/api/public'
import type { Invitation, SignIn, User } from '@/api/types'
import { usersQuery } from '@/api/users'
import { useAct } from './useAct'
import { useKeyedSend } from './useKeyedSend'

export interface NewInvitation {
  name: string
  email: string
  role: 'BARBER' | 'ADMIN'
}

/** Returns the link with which the user joins. A retry has the same idempotency key. */
export function useInvite() {
  const client = useQueryClient()
  const send = useKeyedSend()
  return useAct({
    mutationFn: ({ name, ...account }: NewInvitation) => {
      const body = { ...account, ...(name && { name }) }
      return send(body, (key) =>
        unwrap(api.POST('/users/invitations', { params: { header: { 'Idempotency-Key': key } }, body })),
      )
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: usersQuery().queryKey }),
    // The link must not stay in memory once shown.
    gcTime: 0,
  })
}

export function useInviteAgain() {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id }: User) => unwrap(api.POST('/users/{id}/invitation', { params: { path: { id } } })),
    onSuccess: () => void client.invalidateQueries({ queryKey: usersQuery().queryKey }),
    gcTime: 0,
  })
}

/** Sends the token in the body, because URLs end up in logs. */
export function fetchInvitation(token: string): Promise<Invitation> {
  return unwrap(publicApi.POST('/auth/invitation', { body: { token } }))
}

export function useAcceptInvitation(
  { token, email }: { token: string; email: string },
  onSignIn: (signIn: SignIn) => void,
) {
  return useAction(
    async (newPassword: string) => {
      const accept = () => unwrap(publicApi.POST('/auth/invitation/accept', { body: { token, newPassword } }))
      onSignIn(await changePasswordOrSignIn(accept, { email, newPassword }))
    },
    { staysBusy: true },
  )
}
