import { ApiError } from '@/api/error'
import { texts } from './texts'

/** Throws while offline, because React Query would run the act later, unexpectedly. */
export function requireNetwork(): void {
  if (navigator.onLine === false) throw new ApiError(texts.offline, 0, 'OFFLINE')
}
