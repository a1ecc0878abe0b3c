import { useMutation } from '@tanstack/react-query'
import { changePasswordOrSignIn } from '@/acts/shared/changePasswordOrSignIn'
import { api, session } from '@/api'
import { answer } from '@/api/client'
import { firstSupported } from '@/api/firstSupported'
import type { SignIn } from '@/api/types'

/** Changes one's own password; the session goes on with the fresh token. */
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

/** The password one has, and the one that takes its place. */
export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** Changes one's own password by the first call that the server offers; a fresh token where it gives one. */
export async function changePassword(body: PasswordChange): Promise<string | null> {
  const answered = await firstSupported<Partial<SignIn> | undefined>([
    () => answer(api.PATCH('/users/me/password', { body })),
    () => answer(api.POST('/users/me/password', { body })),
    () => answer(api.POST('/auth/change-password', { body })),
    () => answer(api.POST('/me/password', { body })),
  ])
  return answered?.access_token || answered?.token || null
}
