import { hintOf, isApiError } from '@/api/error'
import { errorText } from '@/lib/errors'

/** Why a visit was not registered, with what to do where the server says it. */
export function visitFailure(error: unknown): string {
  const field = isApiError(error) ? Object.values(error.fieldErrors)[0] : undefined
  return [field ?? errorText(error), hintOf(error)].filter(Boolean).join(' ')
}
