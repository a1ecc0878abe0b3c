import { api } from '@/api'
import { answer } from '@/api/client'
import { firstOffered } from '@/api/inOrder'
import type { SignIn } from '@/api/types'

/** The password one has, and the one that takes its place. */
export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** Changes one's own password by the first call that the server offers; a fresh token where it gives one. */
export async function changePassword(body: PasswordChange): Promise<string | null> {
  const answered = await firstOffered<Partial<SignIn> | undefined>([
    () => answer(api.PATCH('/users/me/password', { body })),
    () => answer(api.POST('/users/me/password', { body })),
    () => answer(api.POST('/auth/change-password', { body })),
    () => answer(api.POST('/me/password', { body })),
  ])
  return answered?.access_token || answered?.token || null
}
