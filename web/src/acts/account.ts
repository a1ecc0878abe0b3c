import { useMutation } from '@tanstack/react-query'
import { api, session } from '@/api'
import { answer } from '@/api/client'
import { isNotOffered } from '@/api/inOrder'
import type { SignIn } from '@/api/types'
import { errorText } from '@/lib/errors'
import { changePassword, type PasswordChange } from './changePassword'
import { userTexts } from './userTexts'

const texts = userTexts.password

/** Who signs in. */
export interface Credentials {
  email: string
  password: string
}

/** Signs somebody in; `noToken` is what is said where the server gives no token. */
export function useSignIn(onSignIn: (signIn: SignIn, password: string) => void, noToken: string) {
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const answered = await answer(api.POST('/auth/login', { body: credentials }))
      if (!answered) throw new Error(noToken)
      onSignIn(answered, credentials.password)
    },
  })
}

/** A password that somebody else has given, and the session that may do nothing but replace it. */
export interface Temporary {
  token: string
  password: string
}

/** Puts a password of one's own in the place of a temporary one: what the server answers is the session. */
export function useChoosePassword(temporary: Temporary, onSignIn: (signIn: SignIn) => void) {
  return useMutation({
    mutationFn: async (newPassword: string) => {
      const body = { currentPassword: temporary.password, newPassword }
      const headers = { Authorization: `Bearer ${temporary.token}` }
      onSignIn(await answer(api.POST('/auth/change-password', { body, headers })))
    },
  })
}

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

/** Why one's password was not changed. */
export function passwordFailure(error: unknown): string {
  return isNotOffered(error) ? texts.notOffered : errorText(error, texts.failed)
}
