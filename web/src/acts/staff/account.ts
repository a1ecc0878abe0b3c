import { changePasswordOrSignIn } from '@/acts/shared/changePasswordOrSignIn'
import { passwordTexts as texts } from '@/acts/shared/passwordTexts'
import { isIncomplete } from '@/acts/shared/secondFactor'
import { api, currentToken, session } from '@/api'
import { unwrap } from '@/api/client'
import { firstSupported } from '@/api/firstSupported'
import type { SignIn } from '@/api/types'
import { notify } from '@/kit/notify'
import { useAct } from './useAct'

/**
 * Changes the password and continues the session with the new token. With a second factor, a lost response
 * ends the session, because a new sign-in needs a code.
 */
export function useChangePassword(onChanged: () => void) {
  return useAct({
    mutationFn: async (change: PasswordChange) => {
      const { newPassword } = change
      const current = currentToken()
      const changeResult = await changePasswordOrSignIn(() => changePassword(change), {
        token: current,
        newPassword,
      })
      if (changeResult && typeof changeResult === 'object' && isIncomplete(changeResult)) {
        notify.success(texts.changedSignIn)
        return session.lapse()
      }
      const token = typeof changeResult === 'object' ? changeResult?.token : changeResult
      if (token) session.renew(token)
    },
    onSuccess: onChanged,
  })
}

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** Changes the password by the first route that the server offers. Returns the new token, or null. */
export async function changePassword(body: PasswordChange): Promise<string | null> {
  const signIn = await firstSupported<Partial<SignIn> | undefined>([
    () => unwrap(api.PATCH('/users/me/password', { body })),
    () => unwrap(api.POST('/users/me/password', { body })),
    () => unwrap(api.POST('/auth/change-password', { body })),
    () => unwrap(api.POST('/me/password', { body })),
  ])
  return signIn?.access_token || signIn?.token || null
}
