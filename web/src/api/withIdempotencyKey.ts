import { closeIdempotencyKey, openIdempotencyKey } from '@/lib/idempotencyKeys'
import { isApiError, isOutcomeUnknown, isRetryable } from './error'

/**
 * Sends a request with an idempotency key, which survives page loads until the outcome is known. After that, an
 * equal request gets a new key, because the server would repeat the stored response of the old one.
 */
export function withIdempotencyKey<T>(request: string, send: (key: string) => Promise<T>): Promise<T> {
  return closingKey(
    () => send(openIdempotencyKey(request)),
    () => closeIdempotencyKey(request),
  )
}

/** Closes the key once the outcome of the request is known. */
export async function closingKey<T>(send: () => Promise<T>, close: () => void): Promise<T> {
  try {
    const answer = await send()
    close()
    return answer
  } catch (error) {
    if (!leavesKeyOpen(error)) close()
    throw error
  }
}

/**
 * True if the outcome is unknown, also if the session ended before the response: the user may send the request
 * again after the sign-in. True if the server refused before it looked at the key, for example without a
 * session. Then it is unknown whether an earlier attempt succeeded.
 */
function leavesKeyOpen(error: unknown): boolean {
  return isOutcomeUnknown(error) || (isApiError(error) && (error.status === 0 || isRetryable(error)))
}
