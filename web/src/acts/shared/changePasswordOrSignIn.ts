import { answer } from '@/api/client'
import { isApiError } from '@/api/error'
import { publicApi } from '@/api/public'
import { parseTokenClaims } from '@/api/tokenClaims'
import type { SignIn } from '@/api/types'

/**
 * Changes a password. Where no answer came, the session may have ended with the former password, so the change cannot be
 * sent again: signing in with the new password tells whether it was made. Throws the first error where it was not.
 */
export async function changePasswordOrSignIn<Answer>(
  change: () => Promise<Answer>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<Answer | SignIn> {
  try {
    return await change()
  } catch (error) {
    const { email } = parseTokenClaims(token)
    if (!hasNoResponse(error) || typeof email !== 'string') throw error
    const body = { email, password: newPassword }
    const signedIn = await answer(publicApi.POST('/auth/login', { body })).catch(() => null)
    if (!signedIn) throw error
    return signedIn
  }
}

/** Whether nothing came back from the server itself: what stands between may answer 502 and above. */
function hasNoResponse(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 502)
}
