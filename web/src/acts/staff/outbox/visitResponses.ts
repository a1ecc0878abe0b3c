import { type ApiError, isApiError, isSameDayVisit } from '@/api/error'
import type { RegisteredVisit } from '@/api/types'

/**
 * Whether the server itself said no. An answer without one of its codes may be that of anything on the way to it, and says
 * nothing of the visit; the specification lets other servers say in words alone that there was a visit today (section 8).
 */
export function isRefusal(error: unknown): error is ApiError {
  if (!isApiError(error) || error.status < 400 || error.status >= 500) return false
  if (retryableStatuses.has(error.status) && error.code !== 'AUTHORIZATION_ROLE') return false
  if (error.code === 'PASSWORD_CHANGE_REQUIRED') return false
  return hasServerCode(error) || isSameDayVisit(error)
}

/** Whether the server answered that it failed: this visit, and not the way to the server. */
export function isFailure(error: unknown): boolean {
  return isApiError(error) && error.status >= 500 && hasServerCode(error)
}

function hasServerCode({ code, status }: ApiError): boolean {
  return status > 0 && !code.startsWith('HTTP_')
}

/** Not signed in, not allowed to work, too often: another session or another minute may send it. */
const retryableStatuses = new Set([401, 403, 408, 425, 429])

/** Whether a visit put a stamp on a card, which still stands. */
export function isStamped({ settled, waiting, deletedAt }: RegisteredVisit): boolean {
  return !settled && !waiting && deletedAt === null
}
