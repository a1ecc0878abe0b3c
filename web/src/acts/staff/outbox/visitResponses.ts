import { type ApiError, isApiError, isRetryable, isSameDayVisit } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'

/**
 * True if the server itself refused the visit. A response without the server's error codes may come
 * from a proxy. Other servers may report a same-day visit only by text (specification, section 8).
 */
export function isRefusal(error: unknown): error is ApiError {
  if (!isApiError(error) || error.status < 400 || error.status >= 500) return false
  if (isRetryable(error) && error.code !== 'AUTHORIZATION_ROLE') return false
  if (error.code === 'PASSWORD_CHANGE_REQUIRED' || isFromOlderServer(error)) return false
  return hasServerCode(error) || isSameDayVisit(error)
}

/** True if this visit failed, while the next one may succeed. */
export function isFailure(error: unknown): boolean {
  const failedServer = isApiError(error) && error.status >= 500 && hasServerCode(error)
  return failedServer || isFromOlderServer(error) || isRefusedByProxy(error)
}

/** Statuses that are independent of the request's content. */
const unrelatedToContent = new Set([401, 407, 408, 425, 429])

/** True if a proxy, for example a firewall, refused the content of the request. */
export function isRefusedByProxy(error: unknown): boolean {
  if (!isApiError(error) || hasServerCode(error) || unrelatedToContent.has(error.status)) return false
  return error.status >= 400 && error.status < 500
}

/**
 * True if a server of the previous version does not know a field that this page sends, as in a rolling
 * upgrade. Another server may accept the visit.
 */
export function isFromOlderServer(error: unknown): boolean {
  return isApiError(error) && Object.values(error.fieldErrors).includes(unknownField)
}

/** The server's text; the same in all versions. */
const unknownField = 'Este dato no se conoce.'

export function hasServerCode({ code, status }: ApiError): boolean {
  return status > 0 && !code.startsWith('HTTP_')
}

/** True if the visit put a stamp on a card and still counts. */
export function isStamped({ settled, waiting, deletedAt }: RegisteredVisit): boolean {
  return !settled && !waiting && deletedAt === null
}
