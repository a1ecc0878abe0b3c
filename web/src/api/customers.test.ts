// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lookUpByEmail, lookUpByPhone, registerVisit } from './customers'
import { recordQueries } from './records'

const base = 'http://axioma.test/api'
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const absent = () => new HttpResponse(null, { status: 404 })
const notAllowed = () => new HttpResponse(null, { status: 405 })

/** Serves only these paths. All others answer 404. */
function offerOnly(...handlers: Parameters<typeof server.use>) {
  server.use(...handlers, http.get(`${base}/*`, absent), http.post(`${base}/*`, notAllowed))
}

// Spec: calls-21
describe('a lookup on a server without that endpoint', () => {
  const customers = [
    { id: 'a', phone: '+34699999999', email: 'otro@x.test' },
    { id: 'b', phone: '+34612345678', email: 'Ana@X.test' },
  ]

  // Spec: validation-29
  test.each(['612 34 56 78', '+34612345678', '0034612345678'])('finds %s by the digits', async (phone) => {
    offerOnly(http.get(`${base}/customers`, () => HttpResponse.json({ rows: customers })))
    await expect(lookUpByPhone(phone)).resolves.toMatchObject({ id: 'b' })
  })

  // Spec: validation-29
  test('finds no customer when several phones have the same end, unless one matches whole', async () => {
    const similarPhones = [...customers, { id: 'c', phone: '+351612345678' }, { id: 'd', phone: '612345678' }]
    offerOnly(http.get(`${base}/customers`, () => HttpResponse.json(similarPhones)))
    await expect(lookUpByPhone('12345678')).rejects.toMatchObject({ code: 'SEVERAL_CUSTOMERS', status: 409 })
    await expect(lookUpByPhone('612345678')).resolves.toMatchObject({ id: 'd' })
  })

  // Spec: validation-30
  test('finds an e-mail in any case', async () => {
    offerOnly(http.get(`${base}/customers`, () => HttpResponse.json(customers)))
    await expect(lookUpByEmail('ANA@x.test')).resolves.toMatchObject({ id: 'b' })
  })

  test('reports that no customer matches', async () => {
    offerOnly(http.get(`${base}/customers`, () => HttpResponse.json({ data: customers })))
    await expect(lookUpByPhone('611111111')).rejects.toMatchObject({
      status: 404,
      message: 'No se encontró el cliente.',
    })
  })
})

// Spec: calls-21
test('a customer whom the lookup does not find is not searched for in the list', async () => {
  server.use(
    http.post(`${base}/customers/lookup`, () =>
      HttpResponse.json(
        { code: 'CUSTOMER_NOT_FOUND', message: 'No se encontró el cliente.' },
        { status: 404 },
      ),
    ),
  )
  await expect(lookUpByPhone('611111111')).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' })
})

// Spec: calls-22
test.each(['/customers/c1/visits', '/app/customers/c1/visits', '/visits'])(
  'a visit is registered on a server that offers only %s',
  async (path) => {
    const keyAndBody: unknown[] = []
    offerOnly(
      http.post(base + path, async ({ request }) => {
        keyAndBody.push(request.headers.get('Idempotency-Key'), await request.json())
        return HttpResponse.json({ id: 'v1' })
      }),
    )
    await expect(registerVisit('c1', { key: 'k1', authorized: true })).resolves.toMatchObject({ id: 'v1' })
    const customer = path === '/visits' ? { customerId: 'c1' } : {}
    expect(keyAndBody).toEqual(['k1', { ...customer, authorized: true }])
  },
)

describe('a visit that may have been counted', () => {
  const respondWith = (status: number, body: object) => () => HttpResponse.json(body, { status })

  // Spec: calls-22
  test.each([
    ['a second one of the day', respondWith(409, { message: 'Ya se registró una visita hoy' }), 409],
    ['an unknown customer', respondWith(404, { code: 'CUSTOMER_NOT_FOUND', message: 'No' }), 404],
    ['a server error', respondWith(500, {}), 500],
    ['a timeout of a proxy', respondWith(504, {}), 504],
    ['a network error', () => HttpResponse.error(), 0],
    ['an HTML page instead of JSON', () => HttpResponse.html('<html>'), 0],
  ])('is not retried under another path: %s', async (_name, respond, status) => {
    const requests: string[] = []
    server.use(
      http.post(`${base}/*`, ({ request }) => {
        requests.push(new URL(request.url).pathname)
        return requests.length === 1 ? respond() : HttpResponse.json({ id: 'v2' })
      }),
      http.get(`${base}/*`, absent),
    )
    await expect(registerVisit('c1', { key: 'k1' })).rejects.toMatchObject({ status })
    expect(requests).toEqual(['/api/customers/c1/visits'])
  })

  test('reports the error of the first path when the server supports no other', async () => {
    offerOnly(
      http.post(`${base}/customers/c1/visits`, () =>
        HttpResponse.json({ message: 'No existe' }, { status: 404 }),
      ),
    )
    await expect(registerVisit('c1', { key: 'k1' })).rejects.toMatchObject({
      status: 404,
      message: 'No existe',
    })
  })
})

// Spec: calls-23
test('tries the paths of a visit in order', async () => {
  const requests: string[] = []
  server.use(
    http.get(`${base}/*`, ({ request }) => {
      requests.push(new URL(request.url).pathname.slice('/api'.length))
      return absent()
    }),
  )
  const visits = new QueryClient().fetchQuery({ ...recordQueries.visits('c1'), retry: false })
  await expect(visits).rejects.toMatchObject({ status: 404 })
  expect(requests).toEqual(['/customers/c1/visits', '/app/customers/c1/visits', '/visits'])
})

// Spec: calls-23
test.each([
  ['/customers/c1/visits', { items: [{ id: 'v1' }], total: 1 }],
  ['/app/customers/c1/visits', { rows: [{ id: 'v1' }] }],
  ['/visits', [{ id: 'v1' }]],
])('reads the visits from a server that offers only %s', async (path, body) => {
  offerOnly(http.get(base + path, () => HttpResponse.json(body)))
  const visits = await new QueryClient().fetchQuery({ ...recordQueries.visits('c1'), retry: false })
  expect(visits).toMatchObject({ items: [{ id: 'v1' }], total: 1 })
})
