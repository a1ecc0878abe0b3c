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
  await page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times },
  )
}

/** Holds requests back until the answer of this is called. */
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
