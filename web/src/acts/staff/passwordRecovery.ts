import { useAction } from '@/acts/shared/useAction'
import { unwrap } from '@/api/client'
import { publicApi } from '@/api/public'

/** Requests a reset link. The response does not reveal whether the address has an account. */
export function useRequestReset(onRequested: () => void) {
  return useAction(
    async (email: string) => {
      await unwrap(publicApi.POST('/auth/password-recovery', { body: { email } }))
      onRequested()
    },
    { staysBusy: true },
  )
}

export function useResetByLink(token: string, onReset: () => void) {
  return useAction(
    async (newPassword: string) => {
      await unwrap(publicApi.POST('/auth/password-recovery/reset', { body: { token, newPassword } }))
      onReset()
    },
    { staysBusy: true },
  )
}
