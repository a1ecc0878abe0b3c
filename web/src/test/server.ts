import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

const base = 'http://axioma.test/api'

/** One request as the server saw it. */
export interface RecordedRequest {
  method: string
  path: string
  search: URLSearchParams
  headers: Headers
  body: unknown
}

/** Every page looks for a newer version of itself; to the tests of the screens there is none. */
const withoutVersion = http.get('*/app-version.json', () => HttpResponse.json(null, { status: 404 }))

type Method = 'get' | 'post' | 'patch' | 'delete' | 'options'

/** Stands in for the server in the tests of one file: a call that nothing is said of fails the test. */
export function standIn() {
  const server = setupServer(withoutVersion)
  const asked: RecordedRequest[] = []
  const underWay = new Set<Request>()
  server.events.on('request:start', ({ request }) => {
    underWay.add(request)
  })
  server.events.on('request:end', ({ request }) => {
    underWay.delete(request)
  })
  beforeAll(() =>
    server.listen({
      onUnhandledRequest: (request, print) => {
        underWay.delete(request) // it gets an error, and no end is told of it
        print.error()
      },
    }),
  )
  afterEach(() => {
    server.resetHandlers()
    asked.length = 0
    underWay.clear()
  })
  afterAll(() => server.close())
  return {
    asked,
    /** How many calls have no answer yet. */
    underWay: () => underWay.size,
    /** Lets the server answer; of several answers to one call the last said holds. */
    says: (method: Method, path: string, body: JsonBodyType, status = 200) => {
      server.use(
        http[method](base + path, async ({ request }) => {
          asked.push(await readRequest(request))
          await onItsWay()
          return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status })
        }),
      )
    },
    /** Breaks the line. */
    fails: (method: Method, path: string) =>
      server.use(http[method](base + path, () => HttpResponse.error())),
    /** Breaks the line of one call. */
    failsOnce: (method: Method, path: string) =>
      server.use(http[method](base + path, () => HttpResponse.error(), { once: true })),
    /** Leaves a call without an answer until it is let go with one. */
    holds: (method: Method, path: string) => {
      let respond: (body: JsonBodyType) => void = () => undefined
      const held = new Promise<Response>((answer) => {
        respond = (body) => answer(HttpResponse.json(body))
      })
      server.use(http[method](base + path, () => held))
      return respond
    },
    /** Answers every call that nothing else is said of. */
    offersNothingElse: () => server.use(http.all(`${base}/*`, () => HttpResponse.json({}, { status: 404 }))),
  }
}

/** How many milliseconds an answer takes where everything comes late, see lateRendering.ts. */
const lateBy = process.env.TEST_LATE_RENDERING ? 60 : 0
const later = setTimeout // tests stop the page's clock

async function onItsWay() {
  if (lateBy > 0) await new Promise((arrived) => later(arrived, lateBy))
}

async function readRequest(request: Request): Promise<RecordedRequest> {
  const url = new URL(request.url)
  const text = await request.text()
  return {
    method: request.method,
    path: url.pathname.slice('/api'.length),
    search: url.searchParams,
    headers: request.headers,
    body: text ? JSON.parse(text) : undefined,
  }
}
