import { ApiError } from '@/api/error'
import { hasOpenIdempotencyKey } from '@/lib/idempotencyKeys'
import { texts } from './texts'

/**
 * Throws while offline, because React Query would run the act later, unexpectedly. Lets a request pass that had no
 * response. The error says nothing about an earlier attempt, which may have succeeded.
 */
export function requireNetwork(request?: string): void {
  if (request !== undefined && hasOpenIdempotencyKey(request)) return
  if (navigator.onLine === false) throw new ApiError(texts.offline, 0, 'OFFLINE')
}
