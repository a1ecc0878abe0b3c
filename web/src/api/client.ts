import createClient, { type Middleware } from 'openapi-fetch'
import { abortWith } from '@/lib/abortWith'
import { apiBaseUrl } from './baseUrl'
import { errorFromResponse, isApiError, noResponseError } from './error'
import { recentAuthenticationCode } from './identityConfirmation'
import type { paths } from './types'

const timeout = 15_000

/** Milliseconds. Longer than the server's own limit, because an export may take long. */
const exportTimeout = 30 * 60_000

export const bearer = 'Bearer '

export interface Caller {
  token: string
  /** The business that an operator has chosen; null when the token names the business. */
  actingOn: string | null
}

export type SendRequest = (request: Request) => Promise<Response>

interface ClientOptions {
  /** Called before each request; null without a session. */
  caller?: () => Caller | null
  /** Called when the server rejects the session. */
  onRefused?: (token: string, code: string) => void
  wrapFetch?: (send: SendRequest) => SendRequest
  headers?: () => Record<string, string>
  onAnswered?: () => void
}

export function createApi(options: ClientOptions = {}) {
  const client = createClient<paths>({
    baseUrl: apiBaseUrl(),
    fetch: options.wrapFetch?.(fetchWithTimeout) ?? fetchWithTimeout,
  })
  client.use(authenticate(options), errorHandler(options))
  return client
}

/** Returns the data of a response. A truncated or unreadable body counts as no response. */
export async function unwrap<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  try {
    const { data } = await call
    return data as Data
  } catch (error) {
    throw isApiError(error) ? error : noResponseError(error)
  }
}

function isLarge({ url, method }: Request): boolean {
  const { pathname } = new URL(url)
  return (
    /\/(export|restore|rejects|file|qr-labels\.pdf)$/.test(pathname) ||
    (method === 'POST' && /\/imports(\/copy)?$/.test(pathname))
  )
}

function fetchWithTimeout(request: Request): Promise<Response> {
  const longest = isLarge(request) ? exportTimeout : timeout
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
      const businessId = current.actingOn && actsOnBusiness(schemaPath) ? current.actingOn : null
      const sentRequest = businessId ? await withBusinessId(request, businessId) : request
      sentRequest.headers.set('Authorization', bearer + current.token)
      for (const [name, value] of Object.entries(headers())) sentRequest.headers.set(name, value)
      return sentRequest
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
      if (authorization && endsSession(response.status, error.code, schemaPath)) {
        onRefused?.(authorization.slice(bearer.length), error.code)
      }
      throw error
    },
    onError({ error }) {
      return isApiError(error) ? undefined : noResponseError(error)
    },
  }
}

/** True if the error ends the session (specification, section 4). */
function endsSession(status: number, code: string, path: string): boolean {
  if (code === 'SECOND_FACTOR_REQUIRED') return true
  const isRefused = status === 401 || status === 403
  return isRefused && code !== recentAuthenticationCode && !isControlPanel(path)
}

/** Throws for HTML, which comes from a proxy. Replaces plain text by an empty body. */
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

/** Whether a call acts on a business. False for calls about the platform or the caller's account. */
export function actsOnBusiness(path: string): boolean {
  return !isControlPanel(path) && !/^\/(auth|me|users\/me)\//.test(path)
}

/** Copies the request and adds the business's id. Reads the body first, because HTTP/1.1 cannot send a stream. */
async function withBusinessId(request: Request, businessId: string): Promise<Request> {
  const url = new URL(request.url)
  if (!url.searchParams.has('businessId')) url.searchParams.set('businessId', businessId)
  const { method, headers, signal } = request
  const content = await request.arrayBuffer() // not text, because a file may be binary
  const body = content.byteLength > 0 ? content : null
  return new Request(url, { method, headers, signal, body })
}
