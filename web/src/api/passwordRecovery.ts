import { answer } from './client'
import { publicApi } from './public'
import type { PasswordRecovery } from './types'

export function passwordRecovery(): Promise<PasswordRecovery> {
  return answer(publicApi.GET('/auth/password-recovery'))
}
