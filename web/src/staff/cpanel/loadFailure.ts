import { isApiError } from '@/api/error'
import { texts } from './texts'

/** The network, else `message`. */
export function loadFailure(error: unknown, message: string): string {
  return isApiError(error) && error.status === 0 ? texts.offline : message
}
