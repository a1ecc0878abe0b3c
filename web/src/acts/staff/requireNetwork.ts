import { ApiError } from '@/api/error'
import { texts } from './texts'

/** An act must not run later, unexpectedly. */
export function requireNetwork(): void {
  if (navigator.onLine === false) throw new ApiError(texts.offline, 0, 'OFFLINE')
}
