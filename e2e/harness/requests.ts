import type { Page, Request } from '@playwright/test'

/** Collects the requests of a page whose method and path are those, from now on. */
export function collect(page: Page, method: string, path: RegExp): Request[] {
  const found: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) found.push(request)
  })
  return found
}

/** Lets the server do what it is asked, so many times, and loses its answer on the way back. */
export async function loseAnswers(page: Page, path: RegExp, times: number): Promise<void> {
  let left = times
  // It stays when it has done so: while the browser stops to ask, a request that is sent again at once is not told of.
  await page.route(path, async (route) => {
    if (left === 0) return route.fallback()
    left -= 1
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** Lets the server do what it is asked next, and keeps the answer for ever; what this answers waits until it is done. */
export async function keepAnswer(page: Page, path: RegExp): Promise<() => Promise<void>> {
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
 * Holds requests back until the answer of this is called. The app gives them up after 15 seconds, in which a busy machine
 * has not judged a screen: a test that judged one meanwhile loads the page anew.
 */
export async function holdBack(page: Page, path: RegExp): Promise<() => void> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return letGo
}

/** What a call is answered in the place of the server's own words. */
export interface Forced {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** Has a call of the API answered so, whatever the server would say; `null` breaks the line. The last said holds. */
export async function force(
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

/** Lets the server be one that offers none of the calls. */
export async function withhold(page: Page, calls: readonly (readonly [string, string])[]): Promise<void> {
  for (const [method, path] of calls) await force(page, method, path, { status: 404 })
}

/** Gives the page at a path as it was built, as where the server could not draw it, until what this answers is called. */
export async function givenAsBuilt(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    const built = new URL('/portal/points', route.request().url()).href
    await route.fulfill({ response: await route.fetch({ url: built }) })
  })
  return () => page.unroute(path)
}
