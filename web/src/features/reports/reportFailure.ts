import { isApiError } from '@/api/error'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

/** Why there is no report: the server's words, else the status of its answer, else only that there is none. */
export function reportFailure(error: unknown): string {
  const answered = isApiError(error) && error.status > 0
  return answered ? errorText(error, texts.http(error.status)) : texts.failed
}
