// @vitest-environment jsdom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Caller, createApi, unwrap } from './client'
import { ApiError, isOutcomeUnknown } from './error'
import { rejectStaleResponses } from './staleResponses'

const base = 'http://axioma.test/api'
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const barber: Caller = { token: 'abc', actingOn: null }
const operator: Caller = { token: 'abc', actingOn: 'b7' }
const idOf = (id: string) => ({ params: { path: { id } } })

function remember(method: 'get' | 'post', path: string) {
  const record: { request?: Request; body?: string } = {}
  server.use(
    http[method](base + path, async ({ request }) => {
      record.request = request
      record.body = await request.clone().text()
      return HttpResponse.json({})
    }),
  )
  return record
}

describe('headers of the caller', () => {
  // Spec: calls-3
  test('include the token', async () => {
    const record = remember('get', '/customers/c1')
    await createApi({ caller: () => barber }).GET('/customers/{id}', idOf('c1'))
    expect(record.request?.headers.get('Authorization')).toBe('Bearer abc')
    expect(new URL(record.request?.url ?? '').search).toBe('')
  })

  // Spec: calls-3
  test('are missing from public calls and from the sign-in', async () => {
    const api = createApi({ caller: () => operator })
    const visits = remember('get', '/public/customers/c1/visits')
    await api.GET('/public/customers/{id}/visits', idOf('c1'))
    const login = remember('post', '/auth/login')
    await api.POST('/auth/login', { body: { email: 'a', password: 'b' } })
    for (const { request } of [visits, login]) {
      expect(request?.headers.has('Authorization')).toBe(false)
      expect(request?.url).not.toContain('businessId')
    }
  })

  test("name the operator's business and leave the request unchanged", async () => {
    const record = remember('post', '/customers/c1/visits')
    await createApi({ caller: () => operator }).POST('/customers/{id}/visits', {
      params: { path: { id: 'c1' }, header: { 'Idempotency-Key': 'k1' } },
      body: { notes: 'corte', authorized: true },
    })
    expect(new URL(record.request?.url ?? '').searchParams.get('businessId')).toBe('b7')
    expect(record.request?.headers.get('Idempotency-Key')).toBe('k1')
    expect(record.request?.headers.get('Content-Type')).toContain('application/json')
    expect(JSON.parse(record.body ?? '')).toEqual({ notes: 'corte', authorized: true })
  })

  test('name no business when a password is changed', async () => {
    const record = remember('post', '/auth/change-password')
    await createApi({ caller: () => operator }).POST('/auth/change-password', {
      body: { currentPassword: 'a', newPassword: 'b' },
    })
    expect(record.request?.url).not.toContain('businessId')
  })
})

describe('a response that arrives after the session changed its business', () => {
  function apiOf(identity: () => string) {
    const api = createApi({ caller: () => operator })
    api.use(rejectStaleResponses(identity))
    return api
  }

  /** Switches the session to another business before the response arrives. */
  async function requestDuringSwitch(path: 'ours' | 'of the platform', response: () => Response) {
    let identity = 'demo'
    const turn = () => {
      identity = 'norte'
      return response()
    }
    server.use(http.get(`${base}/business`, turn), http.get(`${base}/cp/businesses`, turn))
    const api = apiOf(() => identity)
    const call = path === 'ours' ? api.GET('/business') : api.GET('/cp/businesses')
    return unwrap<unknown>(call).catch((error: unknown) => error)
  }

  test.each([
    ['a success', () => HttpResponse.json({ name: 'Demo' })],
    ['a refusal', () => HttpResponse.json({ code: 'VALIDATION' }, { status: 422 })],
    ['a network error', () => HttpResponse.error()],
  ])('is dropped: %s', async (_what, response) => {
    const error = await requestDuringSwitch('ours', response)
    expect(error).toMatchObject({ code: 'EARLIER_IDENTITY', status: 0 })
    expect(isOutcomeUnknown(error), 'the request is not sent again').toBe(false)
  })

  test("is accepted when the call is the platform's", async () => {
    expect(await requestDuringSwitch('of the platform', () => HttpResponse.json({ total: 0 }))).toEqual({
      total: 0,
    })
  })

  test('is dropped when the session changes before the whole body has arrived', async () => {
    let identity = 'demo'
    const late = () =>
      new ReadableStream(
        {
          pull(controller) {
            identity = 'norte'
            controller.enqueue(new TextEncoder().encode('{}'))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    const headers = { 'Content-Type': 'application/json' }
    server.use(http.get(`${base}/business`, () => new HttpResponse(late(), { headers })))
    const api = apiOf(() => identity)
    await expect(unwrap(api.GET('/business'))).rejects.toMatchObject({ code: 'EARLIER_IDENTITY' })
  })
})

describe('an error response', () => {
  const refuse = (status: number, body: object, headers: Record<string, string> = {}) =>
    server.use(http.get(`${base}/customers/c1`, () => HttpResponse.json(body, { status, headers })))
  const ask = (onRefused?: (token: string) => void) =>
    unwrap(
      createApi({ caller: () => barber, ...(onRefused && { onRefused }) }).GET('/customers/{id}', idOf('c1')),
    )

  test('is thrown with all its fields', async () => {
    refuse(
      409,
      {
        code: 'SAME_DAY_VISIT',
        message: 'Ya se registró una visita hoy',
        hint: 'Mañana se le podrá poner otro sello.',
        availableAt: '2026-11-21T23:00:00Z',
        errors: [{ field: 'phone', message: 'No es un teléfono' }],
      },
      { 'Retry-After': '30' },
    )
    const error = await ask().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 409,
      code: 'SAME_DAY_VISIT',
      message: 'Ya se registró una visita hoy',
      fieldErrors: { phone: 'No es un teléfono' },
      retryAfter: 30,
      hint: 'Mañana se le podrá poner otro sello.',
    })
  })

  test('shows the request id only for a server fault', async () => {
    refuse(500, { code: 'INTERNAL', message: 'Algo ha fallado.', requestId: 'k3v7q2m5x9ab' })
    await expect(ask()).rejects.toMatchObject({
      message: 'Algo ha fallado. Código para soporte: k3v7q2m5x9ab',
    })
    refuse(500, { code: 'INTERNAL', message: 'Algo ha fallado.', requestId: 7 })
    await expect(ask()).rejects.toMatchObject({ message: 'Algo ha fallado.' })
    refuse(503, { code: 'BUSY', message: 'Prueba otra vez.', requestId: 'k3v7q2m5x9ab' })
    await expect(ask()).rejects.toMatchObject({ message: 'Prueba otra vez.' })
  })

  test('without JSON keeps its status', async () => {
    server.use(http.get(`${base}/customers/c1`, () => new HttpResponse('<html>', { status: 502 })))
    await expect(ask()).rejects.toMatchObject({ status: 502, code: 'HTTP_502', retryAfter: null })
  })

  test('in plain text shows the text, and as HTML the status text', async () => {
    const plain = { status: 503, headers: { 'Content-Type': 'text/plain' } }
    server.use(http.get(`${base}/customers/c1`, () => new HttpResponse('En obras', plain)))
    await expect(ask()).rejects.toMatchObject({ message: 'En obras' })
    const page = { status: 502, statusText: 'Bad Gateway' }
    server.use(http.get(`${base}/customers/c1`, () => HttpResponse.html('<html>', page)))
    await expect(ask()).rejects.toMatchObject({ message: 'Bad Gateway' })
  })

  // Spec: errors-39
  test.each([
    ['an object', { email: ['Falta el correo'] }, { email: 'Falta el correo' }],
    ['texts', ['Falta el correo'], {}],
    ['one text', 'Falta el correo', {}],
    ['nothing', null, {}],
    ['incomplete entries', [null, { field: 'email' }, { message: 'No' }], {}],
  ])('whose errors are %s keeps its status and message', async (_name, errors, fieldErrors) => {
    refuse(422, { message: 'Revisa los campos.', errors })
    await expect(ask()).rejects.toMatchObject({ status: 422, message: 'Revisa los campos.', fieldErrors })
  })

  test.each([404, null, ''])('with the code %j falls back to its status', async (code) => {
    refuse(404, { code, message: 'Not Found' })
    await expect(ask()).rejects.toMatchObject({ status: 404, code: 'HTTP_404' })
  })

  // Spec: errors-39
  test('with a message in an object and an invalid hint shows the message', async () => {
    refuse(400, { error: { code: 7, message: 'Sin saldo' }, hint: { a: 1 } })
    await expect(ask()).rejects.toMatchObject({ message: 'Sin saldo', hint: null })
  })

  // Spec: states-5, errors-4
  test.each([401, 403])('with status %i reports that the session is refused', async (status) => {
    refuse(status, { code: 'FORBIDDEN', message: 'No' })
    const onRefused = vi.fn()
    await expect(ask(onRefused)).rejects.toMatchObject({ status })
    expect(onRefused).toHaveBeenCalledExactlyOnceWith('abc', 'FORBIDDEN')
  })

  test.each([
    ['SECOND_FACTOR_REQUIRED', 1],
    ['RECENT_AUTHENTICATION_REQUIRED', 0],
    ['FORBIDDEN', 0],
  ])('with %s in the control panel reports a refused session %i times', async (code, times) => {
    server.use(
      http.get(`${base}/cp/businesses`, () => HttpResponse.json({ code, message: 'No' }, { status: 403 })),
    )
    const onRefused = vi.fn()
    const api = createApi({ caller: () => barber, onRefused })
    await expect(api.GET('/cp/businesses')).rejects.toMatchObject({ code })
    expect(onRefused).toHaveBeenCalledTimes(times)
  })

  test('that asks for a recent authentication does not end the session', async () => {
    refuse(403, { code: 'RECENT_AUTHENTICATION_REQUIRED', message: 'No' })
    const onRefused = vi.fn()
    await expect(ask(onRefused)).rejects.toMatchObject({ status: 403 })
    expect(onRefused).not.toHaveBeenCalled()
  })

  test('for a wrong password does not end the session', async () => {
    server.use(
      http.post(`${base}/auth/login`, () =>
        HttpResponse.json({ code: 'UNAUTHENTICATED', message: 'No' }, { status: 401 }),
      ),
    )
    const onRefused = vi.fn()
    const api = createApi({ caller: () => barber, onRefused })
    await expect(api.POST('/auth/login', { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      status: 401,
    })
    expect(onRefused).not.toHaveBeenCalled()
  })
})

describe('a response that is not JSON', () => {
  test('counts as no response when it is an HTML page', async () => {
    server.use(
      http.post(`${base}/customers/c1/unsubscribe`, () => HttpResponse.html('<html>Wi-Fi del hotel')),
    )
    await expect(createApi().POST('/customers/{id}/unsubscribe', idOf('c1'))).rejects.toMatchObject({
      status: 0,
      code: 'NETWORK',
    })
  })

  test('counts as success when it is plain text', async () => {
    server.use(http.post(`${base}/customers/c1/unsubscribe`, () => HttpResponse.text('OK')))
    expect(await unwrap(createApi().POST('/customers/{id}/unsubscribe', idOf('c1')))).toBeUndefined()
  })
})

describe('a missing response', () => {
  test('differs from a server error', async () => {
    server.use(http.get(`${base}/business`, () => HttpResponse.error()))
    await expect(createApi().GET('/business')).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
  })

  // Spec: calls-4, limits-1
  test('times out after 15 seconds', async () => {
    expect(await givenUpAfter(15_000, () => createApi().GET('/business'))).toMatchObject({ code: 'TIMEOUT' })
  })

  // Spec: calls-4, limits-1
  test('times out after half an hour for an export of a business', async () => {
    const copy = () => createApi().GET('/cp/businesses/{id}/export', idOf('b1'))
    expect(await givenUpAfter(1_800_000, copy)).toMatchObject({ code: 'TIMEOUT' })
  })
})

/** Expects a call without a response to be aborted after exactly this time. */
async function givenUpAfter(milliseconds: number, call: () => Promise<unknown>): Promise<unknown> {
  server.use(http.get(`${base}/*`, () => new Promise<never>(() => undefined)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const onRejected = vi.fn()
    const promise = call().catch(onRejected)
    while (vi.getTimerCount() === 0) await new Promise((next) => setImmediate(next))
    vi.advanceTimersByTime(milliseconds - 1)
    await new Promise((next) => setImmediate(next))
    expect(onRejected).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    await promise
    return onRejected.mock.calls[0]?.[0]
  } finally {
    vi.useRealTimers()
  }
}
