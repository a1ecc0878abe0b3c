import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import { parseTokenClaims } from '@/api/tokenClaims'
import type { SignIn } from '@/api/types'

/**
 * Changes the password. After a lost response the old session may have ended, so the call cannot be
 * retried: a sign-in with the new password proves the change.
 */
export async function changePasswordOrSignIn<Answer>(
  change: () => Promise<Answer>,
  { newPassword, ...account }: { newPassword: string } & ({ token: string } | { email: string }),
): Promise<Answer | SignIn> {
  try {
    return await change()
  } catch (error) {
    const { email } = 'token' in account ? parseTokenClaims(account.token) : account
    if (!hasNoResponse(error) || typeof email !== 'string') throw error
    const body = { email, password: newPassword }
    const signedIn = await unwrap(publicApi.POST('/auth/login', { body })).catch(() => null)
    if (!signedIn) throw error
    return signedIn
  }
}

/** True if only a proxy (502 or above) or nothing answered. */
function hasNoResponse(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502)
}
