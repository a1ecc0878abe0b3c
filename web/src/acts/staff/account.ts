import { useMutation } from '@tanstack/react-query'
import { changePasswordOrSignIn } from '@/acts/shared/changePasswordOrSignIn'
import { api, session } from '@/api'
import { answer } from '@/api/client'
import { firstSupported } from '@/api/firstSupported'
import type { SignIn } from '@/api/types'

/** useChangePassword changes the user's own password. The session continues with the new token. */
export function useChangePassword(onChanged: () => void) {
  return useMutation({
    mutationFn: async (wanted: PasswordChange) => {
      const { newPassword } = wanted
      const current = session.current()?.token ?? ''
      const changed = await changePasswordOrSignIn(() => changePassword(wanted), {
        token: current,
        newPassword,
      })
      const token = typeof changed === 'object' ? changed?.token : changed
      if (token) session.renew(token)
    },
    onSuccess: onChanged,
  })
}

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/**
 * changePassword changes the user's own password through the first route that the server offers. It returns the new
 * token, or null.
 */
export async function changePassword(body: PasswordChange): Promise<string | null> {
  const answered = await firstSupported<Partial<SignIn> | undefined>([
    () => answer(api.PATCH('/users/me/password', { body })),
    () => answer(api.POST('/users/me/password', { body })),
    () => answer(api.POST('/auth/change-password', { body })),
    () => answer(api.POST('/me/password', { body })),
  ])
  return answered?.access_token || answered?.token || null
}
