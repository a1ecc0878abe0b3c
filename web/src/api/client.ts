import createClient, { type Middleware } from 'openapi-fetch'
import { abortWith } from '@/lib/abortWith'
import { apiBaseUrl } from './baseUrl'
import { errorFromResponse, isApiError, noResponseError } from './error'
import type { paths } from './types'

const timeout = 15_000

/** A file with all data of a business takes as long as there are data. */
const exportTimeout = 10 * 60_000

const bearer = 'Bearer '

/** On whose behalf calls are made. */
export interface Caller {
  token: string
  /** The business a call acts on; null where the token says it. */
  actingOn: string | null
}

interface ClientOptions {
  /** Asked before each call; null for those without a session. */
  caller?: () => Caller | null
  /** Told, with the token and the code of the refusal, when the server no longer accepts the caller. */
  onRefused?: (token: string, code: string) => void
  /** What else each call with a session says. */
  headers?: () => Record<string, string>
  /** Told of each answer to a call with a session. */
  onAnswered?: () => void
}

/** The calls of the contract. They answer what the server sent, or throw an ApiError. */
export function createApi(options: ClientOptions = {}) {
  const client = createClient<paths>({ baseUrl: apiBaseUrl(), fetch: fetchWithTimeout })
  client.use(authenticate(options), errorHandler(options))
  return client
}

/** What a call of the client answered, without its envelope. An answer that was cut or cannot be read is none. */
export async function answer<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  try {
    const { data } = await call
    return data as Data
  } catch (error) {
    throw isApiError(error) ? error : noResponseError(error)
  }
}

function fetchWithTimeout(request: Request): Promise<Response> {
  const longest = new URL(request.url).pathname.endsWith('/export') ? exportTimeout : timeout
  const end = new AbortController()
  abortWith(end, request.signal)
  setTimeout(() => end.abort(new DOMException('no answer in time', 'TimeoutError')), longest)
  return fetch(request, { signal: end.signal })
}

function authenticate({ caller = () => null, headers = () => ({}) }: ClientOptions): Middleware {
  return {
    async onRequest({ request, schemaPath }) {
      const current = caller()
      if (!current || isPublic(schemaPath)) return request
      const about = current.actingOn && actsOnBusiness(schemaPath) ? current.actingOn : null
      const signed = about ? await withBusinessId(request, about) : request
      signed.headers.set('Authorization', bearer + current.token)
      for (const [name, value] of Object.entries(headers())) signed.headers.set(name, value)
      return signed
    },
  }
}

function errorHandler({ onRefused, onAnswered }: ClientOptions): Middleware {
  return {
    async onResponse({ request, response, schemaPath, options }) {
      const authorization = request.headers.get('Authorization')
      if (response.ok) {
        if (authorization) onAnswered?.()
        return options.parseAs === 'json' ? requireJson(response) : undefined
      }
      const error = await errorFromResponse(response)
      const refused = response.status === 401 || response.status === 403
      if (refused && authorization && !isControlPanel(schemaPath)) {
        onRefused?.(authorization.slice(bearer.length), error.code)
      }
      throw error
    },
    onError({ error }) {
      return isApiError(error) ? undefined : noResponseError(error)
    },
  }
}

/** An answer that can be read as JSON. A page is none: whatever stands between us and the server has put it there. */
function requireJson(response: Response): Response | undefined {
  const type = response.headers.get('Content-Type') ?? ''
  if (type.startsWith('text/html')) throw noResponseError(type)
  return type.startsWith('text/') ? new Response(null, { status: 204 }) : undefined
}

function isPublic(path: string): boolean {
  return path.startsWith('/public/') || path === '/auth/login'
}

function isControlPanel(path: string): boolean {
  return path.startsWith('/cp/')
}

/** Whether a call acts on a business, and not on the platform or on one's own account. */
export function actsOnBusiness(path: string): boolean {
  return !isControlPanel(path) && !/^\/(auth|me|users\/me)\//.test(path)
}

/** The same request with the business named, unless it names one itself. The body is read first: a stream cannot be sent over HTTP/1.1. */
async function withBusinessId(request: Request, businessId: string): Promise<Request> {
  const url = new URL(request.url)
  if (!url.searchParams.has('businessId')) url.searchParams.set('businessId', businessId)
  const { method, headers, signal } = request
  const body = (await request.text()) || null
  return new Request(url, { method, headers, signal, body })
}
