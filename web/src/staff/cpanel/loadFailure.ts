import { isApiError } from '@/api/error'
import { texts } from './texts'

/** Says that the network failed, or returns `message`. */
export function loadFailure(error: unknown, message: string): string {
  return isApiError(error) && error.status === 0 ? texts.offline : message
}
