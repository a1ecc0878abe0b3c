import { isApiError } from '@/api/error'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

/** The server's message, otherwise the HTTP status, otherwise a default (specification, section 8). */
export function reportFailure(error: unknown): string {
  const hasResponse = isApiError(error) && error.status > 0
  return hasResponse ? errorText(error, texts.http(error.status)) : texts.failed
}
