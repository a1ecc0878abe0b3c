import { ApiError } from '@/api/error'
import { hasOpenIdempotencyKey } from '@/lib/idempotencyKeys'
import { texts } from './texts'

/**
 * Throws while offline. Lets a request pass that had no response, because it may have succeeded. The error says
 * nothing about an earlier attempt.
 */
export function requireNetwork(request?: string): void {
  if (request !== undefined && hasOpenIdempotencyKey(request)) return
  if (navigator.onLine === false) throw new ApiError(texts.offline, 0, 'OFFLINE')
}
