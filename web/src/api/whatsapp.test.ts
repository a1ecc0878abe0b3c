// @vitest-environment jsdom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSeconds, tokenWith } from '@/test/token'
import { session } from './index'
import { fetchWhatsApp } from './whatsapp'

const base = 'http://axioma.test/api'
const status = { enabled: true, from: '+34600000000', provider: 'log', monthlyCap: 1000, freeCredits: 7 }
const server = setupServer()
let requests: string[] = []

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  requests = []
  session.start({ token: tokenWith({ exp: inSeconds(60) }), role: 'ADMIN' })
})
afterEach(() => {
  server.resetHandlers()
  localStorage.clear()
  session.end()
})
afterAll(() => server.close())

function offers(path: string | null, body: object = { ...status, rpm: 20, dailyLimit: 200 }, refusal = 404) {
  server.use(
    http.options(`${base}/*`, ({ request }) => {
      const requestPath = new URL(request.url).pathname.slice('/api'.length)
      requests.push(requestPath)
      return new HttpResponse(null, { status: requestPath === path ? 204 : refusal })
    }),
    http.get(`${base}/*`, ({ request }) => {
      return new URL(request.url).pathname === `/api${path}`
        ? HttpResponse.json(body)
        : HttpResponse.json({}, { status: 404 })
    }),
  )
}

const unsaid = {
  freeCreditsLeft: null,
  usedToday: null,
  usedThisMonth: null,
  waiting: null,
  heldBy: null,
}

// Spec: entities-15, calls-29
test('probes the five paths in order and fetches the first that responds', async () => {
  offers('/cp/wa/status')
  expect(await fetchWhatsApp()).toEqual({
    enabled: true,
    from: '+34600000000',
    provider: 'log',
    ratePerMinute: 20,
    dailyLimit: 200,
    monthlyLimit: 1000,
    freeCredits: 7,
    ...unsaid,
  })
  expect(requests).toEqual([
    '/customers/wa/status',
    '/wa/status',
    '/whatsapp/status',
    '/integrations/wa/status',
    '/cp/wa/status',
  ])
})

// Spec: entities-4, calls-30
test('caches the path and searches again when it is gone', async () => {
  offers('/wa/status')
  await fetchWhatsApp()
  requests = []
  await fetchWhatsApp()
  expect(requests).toEqual([])
  offers('/whatsapp/status')
  expect(await fetchWhatsApp()).toMatchObject({ enabled: true })
  expect(requests.at(-1)).toBe('/whatsapp/status')
})

// Spec: entities-15, calls-31
test('reads figures under either name, and a missing figure as null', async () => {
  offers('/wa/status', { enabled: false, ratePerMinute: 5, dailyCap: 50 })
  expect(await fetchWhatsApp()).toEqual({
    enabled: false,
    from: null,
    provider: null,
    ratePerMinute: 5,
    dailyLimit: 50,
    monthlyLimit: null,
    freeCredits: null,
    ...unsaid,
  })
})

test('reads used, waiting and held figures', async () => {
  const used = { freeCreditsLeft: 3, usedToday: 4, usedThisMonth: 5, waiting: 6, heldBy: 'DAILY' }
  offers('/wa/status', { enabled: true, ...used })
  expect(await fetchWhatsApp()).toMatchObject(used)
})

test.each([404, 401, 403, 500])(
  'a server that answers every probe with %i has no status',
  async (refusal) => {
    offers(null, {}, refusal)
    expect(await fetchWhatsApp()).toBeNull()
    expect(session.get()).not.toBeNull()
  },
)

// Spec: calls-29
test('tries further paths on a server that answers every probe', async () => {
  offers('/whatsapp/status')
  server.use(http.options(`${base}/*`, () => new HttpResponse(null, { status: 204 })))
  expect(await fetchWhatsApp()).toMatchObject({ enabled: true, dailyLimit: 200 })
  expect(localStorage.getItem('axioma.whatsapp-path')).toBe('"/whatsapp/status"')
})

test('returns null when all probes succeed but no path has the status', async () => {
  offers(null)
  server.use(http.options(`${base}/*`, () => new HttpResponse(null, { status: 204 })))
  expect(await fetchWhatsApp()).toBeNull()
  expect(localStorage.getItem('axioma.whatsapp-path')).toBeNull()
})

test.each([null, [], 'OK'])('reads the status %j as switched off, without figures', async (body) => {
  offers('/wa/status', body as object)
  expect(await fetchWhatsApp()).toMatchObject({ enabled: false, from: null, ratePerMinute: null })
})

test('throws without a connection', async () => {
  server.use(http.options(`${base}/*`, () => HttpResponse.error()))
  await expect(fetchWhatsApp()).rejects.toMatchObject({ status: 0 })
})

test('an error at the cached path is thrown and starts no new search', async () => {
  offers('/wa/status')
  await fetchWhatsApp()
  requests = []
  server.use(
    http.get(`${base}/wa/status`, () => HttpResponse.json({ code: 'X', message: 'Lleno' }, { status: 429 })),
  )
  await expect(fetchWhatsApp()).rejects.toMatchObject({ message: 'Lleno' })
  expect(requests).toEqual([])
})
