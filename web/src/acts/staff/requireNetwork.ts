import { ApiError } from '@/api/error'
import { texts } from './texts'

/** requireNetwork throws while offline, so that an act does not run later, unexpectedly. */
export function requireNetwork(): void {
  if (navigator.onLine === false) throw new ApiError(texts.offline, 0, 'OFFLINE')
}
