import { unwrap } from './client'
import { publicApi } from './public'
import type { PasswordRecovery } from './types'

export function passwordRecovery(): Promise<PasswordRecovery> {
  return unwrap(publicApi.GET('/auth/password-recovery'))
}
