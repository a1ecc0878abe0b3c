import { errorText } from '@/lib/errors'
import { fieldsOf } from './lists'
import type { ApiProblem } from './types'

/** What the server answered when it did not do what was asked. `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    message: string,
    /** The HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** Stable and upper case. */
    readonly code: string,
    /** What is wrong with each field, by its name. */
    readonly fieldErrors: Readonly<Record<string, string>> = {},
    /** Seconds to wait before trying again, where the answer says so. */
    readonly retryAfter: number | null = null,
    /** From when on, or what to do instead, in words for people. */
    readonly hint: string | null = null,
    /** Whether the server said nothing, so that `message` is only the name of the status. */
    readonly wordless = false,
  ) {
    super(message)
  }
}

/** Whether the error is the server's answer with that code. */
export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** Whether nobody knows if what was asked was done: there was no answer, or one that the server did not mean to give. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (isApiError(error, staleIdentityCode)) return false
  return isApiError(error) && (error.status === 0 || error.status >= 500)
}

const staleIdentityCode = 'EARLIER_IDENTITY'

/** The error of a request whose answer came after the session had turned to another business or person. */
export function staleIdentityError(): ApiError {
  return new ApiError('La respuesta ha llegado cuando ya habías cambiado de negocio.', 0, staleIdentityCode)
}

/** The code of a visit that is refused because the customer's day has one already. */
export const sameDayVisitCode = 'SAME_DAY_VISIT'

/** The other conflicts by which our server refuses a visit. */
const otherConflicts = new Set(['SEVERAL_CUSTOMERS', 'PASSWORD_CHANGE_REQUIRED'])

/**
 * Whether a refused visit is shown as the second one of its day. Another server may say so by any 409, or in words
 * (specification, section 4).
 */
export function isSameDayVisit(error: unknown): boolean {
  if (isApiError(error) && otherConflicts.has(error.code)) return false
  if (isApiError(error) && error.status === 409) return true
  return /mismo día|visita hoy|same.?day/i.test(errorText(error))
}

/** From when on the refused act is possible, in words; empty where the server does not say. */
export function hintOf(error: unknown): string {
  return (isApiError(error) && error.hint) || ''
}

/** Reads an answer that is not a success. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return errorFromProblem(
    await readProblem(response),
    response.status,
    Number.isFinite(retryAfter) ? retryAfter : null,
    response.statusText,
  )
}

/** What the server says, with the status it says it by, and the seconds to wait where it names some. */
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

/** What a request that got no answer means for people. */
export function noResponseError(cause: unknown): ApiError {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
    ? new ApiError('El servidor tarda demasiado en responder. Inténtalo de nuevo.', 0, 'TIMEOUT')
    : new ApiError('No hay conexión con el servidor. Inténtalo de nuevo.', 0, 'NETWORK')
}

/** What an answer says for people; other servers say it in a list, or under `error`. */
function messageOf({ message, error }: Problem): string {
  if (Array.isArray(message)) return message.filter((part) => typeof part === 'string').join(', ')
  return textOf(message) || textOf(error) || (error ? textOf(fieldsOf(error).message) : '')
}

/** By what whoever runs the server finds in its log why something has failed. */
function supportCode({ code, requestId }: Problem): string {
  return code === 'INTERNAL' && textOf(requestId) ? `Código para soporte: ${requestId}` : ''
}

/** What is wrong by field: as our server lists it, or under the names of the fields. */
function fieldErrorsOf(errors: unknown): Record<string, string> {
  const named = Array.isArray(errors)
    ? errors.map(fieldsOf).map(({ field, message }) => [field, message])
    : Object.entries(fieldsOf(errors)).map(([field, said]) => [field, Array.isArray(said) ? said[0] : said])
  return Object.fromEntries(named.filter(([field, said]) => textOf(field) && textOf(said)))
}

function textOf(said: unknown): string {
  return typeof said === 'string' ? said : ''
}

/** The fields of a refusal, of which nobody knows that they are what the contract says. */
type Problem = { [Field in keyof ApiProblem | 'error']?: unknown }

async function readProblem(response: Response): Promise<Problem> {
  try {
    // What stands between us and the server, a proxy say, may answer in plain words.
    const plain = response.headers.get('Content-Type')?.startsWith('text/plain')
    const body: unknown = plain ? { message: (await response.text()).trim() } : await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
