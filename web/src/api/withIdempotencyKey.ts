import { closeIdempotencyKey, openIdempotencyKey } from '@/lib/idempotencyKeys'
import { isOutcomeUnknown } from './error'

/**
 * The key survives page loads until a response arrives. The next equal request then gets a new key. With
 * the old key, the server would repeat its stored response.
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
