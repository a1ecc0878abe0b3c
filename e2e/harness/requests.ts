import type { Page, Request } from '@playwright/test'

export function collect(page: Page, method: string, path: RegExp): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) requests.push(request)
  })
  return requests
}

export async function dropResponses(page: Page, path: RegExp, times: number): Promise<void> {
  let left = times
  // The route is not removed, because the browser would not report a retry that comes during the removal.
  await page.route(path, async (route) => {
    if (left === 0) return route.fallback()
    left -= 1
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** Withholds a response. Resolves once the server has handled the request. */
export async function withholdResponse(page: Page, path: RegExp): Promise<() => Promise<void>> {
  let tell = () => {}
  const done = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route(
    path,
    async (route) => {
      await route.fetch()
      tell()
    },
    { times: 1 },
  )
  return () => done
}

/**
 * Holds requests until the returned function is called. The app gives up after 15 seconds, so a test must
 * reload the page after judging a screen.
 */
export async function delayRequests(page: Page, path: RegExp): Promise<() => void> {
  let releaseRequests = () => {}
  const released = new Promise<void>((resolve) => {
    releaseRequests = resolve
  })
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return releaseRequests
}

export interface Forced {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** Answers requests instead of the server; `null` drops the connection. The last call for a path wins. */
export async function mockResponse(
  page: Page,
  method: string,
  path: string | RegExp,
  answer: Forced | null,
): Promise<void> {
  await page.route(
    ({ pathname }) => (typeof path === 'string' ? pathname === `/api${path}` : path.test(pathname)),
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      if (answer === null) return route.abort('connectionreset')
      const { status = 200, body = {}, headers } = answer
      await route.fulfill({ status, json: body, ...(headers && { headers }) })
    },
  )
}

export async function removeEndpoints(
  page: Page,
  calls: readonly (readonly [string, string])[],
): Promise<void> {
  for (const [method, path] of calls) await mockResponse(page, method, path, { status: 404 })
}

/** Serves the page as built, without server rendering, until the returned function is called. */
export async function givenAsBuilt(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    const built = new URL('/portal/points', route.request().url()).href
    await route.fulfill({ response: await route.fetch({ url: built }) })
  })
  return () => page.unroute(path)
}
