import { errorText } from '@/lib/errors'
import { fieldsOf } from './lists'
import type { ApiProblem } from './types'

/** `message` is shown to people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    message: string,
    /** HTTP status. 0: no response, or the session changed before it. */
    readonly status: number,
    /** Stable code in upper case. */
    readonly code: string,
    readonly fieldErrors: Readonly<Record<string, string>> = {},
    /** Seconds; null without a Retry-After. */
    readonly retryAfter: number | null = null,
    /** Says when the action becomes possible or what to do instead. */
    readonly hint: string | null = null,
    /** True if `message` is only the HTTP status text. */
    readonly wordless = false,
  ) {
    super(message)
  }
}

export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** True if nothing or only a proxy's page arrived. A timeout or an error of the server is not offline. */
export function isOffline(error: unknown): boolean {
  return isApiError(error, 'NETWORK')
}

/**
 * True without a response and for a 5xx: the request may have succeeded. False if the session changed, because
 * such a request must not be sent again.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (isApiError(error, staleIdentityCode)) return false
  return isApiError(error) && (error.status === 0 || error.status >= 500)
}

/** Statuses of requests that the server has not run. A later attempt or another session may succeed. */
const retryableStatuses = new Set([401, 403, 408, 425, 429])

export function isRetryable({ status }: ApiError): boolean {
  return retryableStatuses.has(status)
}

const staleIdentityCode = 'EARLIER_IDENTITY'

/** The session's user or business changed before the response arrived. */
export function staleIdentityError(): ApiError {
  return new ApiError('La respuesta ha llegado cuando ya habías cambiado de negocio.', 0, staleIdentityCode)
}

export const sameDayVisitCode = 'SAME_DAY_VISIT'

const otherConflicts = new Set(['SEVERAL_CUSTOMERS', 'PASSWORD_CHANGE_REQUIRED'])

/**
 * Other servers report a same-day visit by a 409 with any code, or only by text (specification, section 4).
 * Other conflicts of our server are excluded.
 */
export function isSameDayVisit(error: unknown): boolean {
  if (isApiError(error) && otherConflicts.has(error.code)) return false
  if (isApiError(error) && error.status === 409) return true
  return /mismo día|visita hoy|same.?day/i.test(errorText(error))
}

/** The server's hint; empty without one. */
export function hintOf(error: unknown): string {
  return (isApiError(error) && error.hint) || ''
}

export async function errorFromResponse(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return errorFromProblem(
    await readProblem(response),
    response.status,
    Number.isFinite(retryAfter) ? retryAfter : null,
    response.statusText,
  )
}

export function errorFromProblem(
  problem: Problem,
  status: number,
  retryAfter: number | null,
  statusText = '',
): ApiError {
  const words = [messageOf(problem), supportCode(problem)].filter(Boolean).join(' ')
  return new ApiError(
    words || statusText || `HTTP ${status}`,
    status,
    textOf(problem.code) || `HTTP_${status}`,
    fieldErrorsOf(problem.errors),
    retryAfter,
    textOf(problem.hint) || null,
    !words,
  )
}

export function noResponseError(cause: unknown): ApiError {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
    ? new ApiError('El servidor tarda demasiado en responder. Inténtalo de nuevo.', 0, 'TIMEOUT')
    : new ApiError('No hay conexión con el servidor. Inténtalo de nuevo.', 0, 'NETWORK')
}

/** Other servers send a list, or use `error`. */
function messageOf({ message, error }: Problem): string {
  if (Array.isArray(message)) return message.filter((part) => typeof part === 'string').join(', ')
  return textOf(message) || textOf(error) || (error ? textOf(fieldsOf(error).message) : '')
}

/** The request id finds the failure in the server's log. */
function supportCode({ code, requestId }: Problem): string {
  return code === 'INTERNAL' && textOf(requestId) ? `Código para soporte: ${requestId}` : ''
}

/** Our server sends a list of errors, others an object by field. */
function fieldErrorsOf(errors: unknown): Record<string, string> {
  const namedErrors = Array.isArray(errors)
    ? errors.map(fieldsOf).map(({ field, message }) => [field, message])
    : Object.entries(fieldsOf(errors)).map(([field, message]) => [
        field,
        Array.isArray(message) ? message[0] : message,
      ])
  return Object.fromEntries(namedErrors.filter(([field, message]) => textOf(field) && textOf(message)))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Fields of an error body, not validated. */
type Problem = { [Field in keyof ApiProblem | 'error']?: unknown }

async function readProblem(response: Response): Promise<Problem> {
  try {
    // A proxy may answer in plain text.
    const isPlainText = response.headers.get('Content-Type')?.startsWith('text/plain')
    const body: unknown = isPlainText ? { message: (await response.text()).trim() } : await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
