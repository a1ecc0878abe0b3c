import { useMutation } from '@tanstack/react-query'
import { session } from '@/api'
import { changePassword, type PasswordChange } from './changePassword'

/** Changes one's own password; the session goes on with the fresh token. */
export function useChangePassword(onChanged: () => void) {
  return useMutation({
    mutationFn: async (wanted: PasswordChange) => {
      const token = await changePassword(wanted)
      if (token) session.renew(token)
    },
    onSuccess: onChanged,
  })
}
