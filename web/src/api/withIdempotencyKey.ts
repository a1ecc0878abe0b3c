import { closeIdempotencyKey, openIdempotencyKey } from '@/lib/idempotencyKeys'
import { isOutcomeUnknown } from './error'

/**
 * Sends a request with a key that it keeps until it is answered, also over a reload, so that however often it is tried it
 * counts once. The next request like it is another: one that was refused may be granted tomorrow, and the server would
 * answer the same key as it did before.
 */
export async function withIdempotencyKey<T>(request: string, send: (key: string) => Promise<T>): Promise<T> {
  try {
    const answer = await send(openIdempotencyKey(request))
    closeIdempotencyKey(request)
    return answer
  } catch (error) {
    if (!isOutcomeUnknown(error)) closeIdempotencyKey(request)
    throw error
  }
}
