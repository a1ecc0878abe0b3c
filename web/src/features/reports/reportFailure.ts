import { isApiError } from '@/api/error'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

/** Why there is no report: the server's words, else the status of its answer, else that there is none. */
export function reportFailure(error: unknown): string {
  const status = isApiError(error) ? error.status : 0
  return errorText(error, status > 0 ? texts.http(status) : texts.failed)
}
