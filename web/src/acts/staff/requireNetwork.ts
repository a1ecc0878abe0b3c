import { ApiError } from '@/api/error'
import { texts } from './texts'

/** Refuses at once what cannot be done without a network, so that it is not done later, when nobody expects it. */
export function requireNetwork(): void {
  if (navigator.onLine === false) throw new ApiError(texts.offline, 0, 'OFFLINE')
}
