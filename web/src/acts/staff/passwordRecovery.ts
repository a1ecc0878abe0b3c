import { useAct } from '@/acts/shared/useAct'
import { answer } from '@/api/client'
import { publicApi } from '@/api/public'

/** useRequestReset requests a mail with a reset link for an owner. The response is the same for every address. */
export function useRequestReset(onRequested: () => void) {
  return useAct(
    async (email: string) => {
      await answer(publicApi.POST('/auth/password-recovery', { body: { email } }))
      onRequested()
    },
    { leaves: true },
  )
}

/** useResetByLink sets a new password by the token of a reset link. */
export function useResetByLink(token: string, onReset: () => void) {
  return useAct(
    async (newPassword: string) => {
      await answer(publicApi.POST('/auth/password-recovery/reset', { body: { token, newPassword } }))
      onReset()
    },
    { leaves: true },
  )
}
