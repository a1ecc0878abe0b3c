import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

const base = 'http://axioma.test/api'

export interface RecordedRequest {
  method: string
  path: string
  search: URLSearchParams
  headers: Headers
  body: unknown
}

/** Pages poll for a new version; tests have none. */
const withoutVersion = http.get('*/app-version.json', () => HttpResponse.json(null, { status: 404 }))

type Method = 'get' | 'post' | 'patch' | 'delete' | 'options'

/** A server for one file of tests. An unexpected call fails. */
export function mockServer() {
  const server = setupServer(withoutVersion)
  const requests: RecordedRequest[] = []
  const pending = new Set<Request>()
  server.events.on('request:start', ({ request }) => {
    pending.add(request)
  })
  server.events.on('request:end', ({ request }) => {
    pending.delete(request)
  })
  beforeAll(() =>
    server.listen({
      onUnhandledRequest: (request, print) => {
        pending.delete(request) // after an error there is no end event
        print.error()
      },
    }),
  )
  afterEach(() => {
    server.resetHandlers()
    requests.length = 0
    pending.clear()
  })
  afterAll(() => server.close())
  return {
    requests,
    pendingCount: () => pending.size,
    /** The last call for a path wins. */
    respond: (method: Method, path: string, body: JsonBodyType, status = 200) => {
      server.use(
        http[method](base + path, async ({ request }) => {
          requests.push(await readRequest(request))
          await delayResponse()
          return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status })
        }),
      )
    },
    stream: (method: Method, path: string, text: string) => {
      server.use(
        http[method](base + path, async ({ request }) => {
          requests.push(await readRequest(request))
          return new HttpResponse(text, { headers: { 'Content-Type': 'application/x-ndjson' } })
        }),
      )
    },
    respondOnce: (method: Method, path: string, body: JsonBodyType, status = 200) => {
      server.use(
        http[method](
          base + path,
          async ({ request }) => {
            requests.push(await readRequest(request))
            return HttpResponse.json(body, { status })
          },
          { once: true },
        ),
      )
    },
    fail: (method: Method, path: string) => server.use(http[method](base + path, () => HttpResponse.error())),
    failOnce: (method: Method, path: string) =>
      server.use(http[method](base + path, () => HttpResponse.error(), { once: true })),
    hold: (method: Method, path: string, status = 200) => {
      let respond: (body: JsonBodyType) => void = () => undefined
      const pending = new Promise<Response>((answer) => {
        respond = (body) => answer(HttpResponse.json(body, { status }))
      })
      server.use(http[method](base + path, () => pending))
      return respond
    },
    respondNotFound: () => server.use(http.all(`${base}/*`, () => HttpResponse.json({}, { status: 404 }))),
  }
}

/** Milliseconds (see lateRendering.ts). */
const lateBy = process.env.TEST_LATE_RENDERING ? 60 : 0
const realSetTimeout = setTimeout // tests stop the page's clock

async function delayResponse() {
  if (lateBy > 0) await new Promise((resolve) => realSetTimeout(resolve, lateBy))
}

async function readRequest(request: Request): Promise<RecordedRequest> {
  const url = new URL(request.url)
  const text = await request.text()
  return {
    method: request.method,
    path: url.pathname.slice('/api'.length),
    search: url.searchParams,
    headers: request.headers,
    // A sent file is not JSON, and jsdom does not send its bytes.
    body:
      text && request.headers.get('Content-Type') !== 'application/octet-stream'
        ? JSON.parse(text)
        : undefined,
  }
}
