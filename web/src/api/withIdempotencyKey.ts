import { closeIdempotencyKey, openIdempotencyKey } from '@/lib/idempotencyKeys'
import { isApiError, isOutcomeUnknown, isRetryable } from './error'

/**
 * The key survives page loads until a response arrives. The next equal request then gets a new key. With
 * the old key, the server would repeat its stored response.
 */
export function withIdempotencyKey<T>(request: string, send: (key: string) => Promise<T>): Promise<T> {
  return closingKey(
    () => send(openIdempotencyKey(request)),
    () => closeIdempotencyKey(request),
  )
}

/** Closes the key once the server has run the request. */
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
 * A retry that is refused before the server looks at the key, as without a session, does not say whether
 * the first attempt succeeded.
 */
function leavesKeyOpen(error: unknown): boolean {
  return isOutcomeUnknown(error) || (isApiError(error) && isRetryable(error))
}
