import { useMutation } from '@tanstack/react-query'
import { session } from '@/api'
import { changePassword, type PasswordChange } from './changePassword'
import { changedOrSignedIn } from './lostPassword'

/** Changes one's own password; the session goes on with the fresh token. */
export function useChangePassword(onChanged: () => void) {
  return useMutation({
    mutationFn: async (wanted: PasswordChange) => {
      const { newPassword } = wanted
      const current = session.held()?.token ?? ''
      const changed = await changedOrSignedIn(() => changePassword(wanted), { token: current, newPassword })
      const token = typeof changed === 'object' ? changed?.token : changed
      if (token) session.renew(token)
    },
    onSuccess: onChanged,
  })
}
