import { answer } from './client'
import { publicApi } from './public'
import type { PasswordRecovery } from './types'

/** How an owner who forgot the password gets in again. */
export function passwordRecovery(): Promise<PasswordRecovery> {
  return answer(publicApi.GET('/auth/password-recovery'))
}
