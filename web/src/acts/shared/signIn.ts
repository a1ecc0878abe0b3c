import { unwrap } from '@/api/client'
import { publicApi } from '@/api/public'
import type { SignIn } from '@/api/types'
import { changePasswordOrSignIn } from './changePasswordOrSignIn'
import { useAction } from './useAction'

export interface Credentials {
  email: string
  password: string
}

/** `noToken` is the error text when the response has no token. */
export function useSignIn(onSignIn: (signIn: SignIn, password: string) => void, noToken: string) {
  return useAction(
    async (credentials: Credentials) => {
      const signIn = await unwrap(publicApi.POST('/auth/login', { body: credentials }))
      if (!signIn) throw new Error(noToken)
      onSignIn(signIn, credentials.password)
    },
    { staysBusy: true },
  )
}

/** A password that another user has set. A session that starts with it can only choose a new password. */
export interface TemporaryPassword {
  token: string
  password: string
}

export function useChoosePassword(temporary: TemporaryPassword, onSignIn: (signIn: SignIn) => void) {
  return useAction(
    async (newPassword: string) => {
      const body = { currentPassword: temporary.password, newPassword }
      const headers = { Authorization: `Bearer ${temporary.token}` }
      const change = () => unwrap(publicApi.POST('/auth/change-password', { body, headers }))
      onSignIn(await changePasswordOrSignIn(change, { token: temporary.token, newPassword }))
    },
    { staysBusy: true },
  )
}
