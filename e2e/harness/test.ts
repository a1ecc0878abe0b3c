import { test as base, expect, type Page } from '@playwright/test'
import { cameraSwitches, type Pose, writeVideo } from './camera.ts'
import { type Server, startServer } from './server.ts'
import { type Account, Shop, type SignedIn } from './shop.ts'
import { watch } from './watch.ts'

interface Fixtures {
  /** Signs the page in without the form: as one of the demo accounts, or with a session of the test's own. */
  signIn: (page: Page, who: Account | SignedIn) => Promise<void>
  /** Opens a page in a browser whose camera sees the picture. */
  pageWithCamera: (picture: Buffer, pose?: Pose) => Promise<Page>
}

interface WorkerFixtures {
  /** Whether the server counts tries, as it does in a shop. */
  rateLimits: boolean
  /** The real binary with demo data; one for each worker, so tests make customers of their own. */
  server: Server
  /** The demo business of that server. */
  shop: Shop
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  rateLimits: [false, { scope: 'worker', option: true }],

  server: [
    async ({ rateLimits }, use) => {
      const server = await startServer({ rateLimits })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  shop: [({ server }, use) => use(new Shop(server.url)), { scope: 'worker' }],

  baseURL: ({ server }, use) => use(server.url),

  context: async ({ context, server }, use) => {
    const offences = watch(context, server.url)
    await use(context)
    expect(offences).toEqual([])
  },

  signIn: ({ server, shop }, use) =>
    use(async (page, who) => {
      const signedIn = typeof who === 'string' ? await shop.session(who) : who
      await keepSession(page, server.url, signedIn)
    }),

  pageWithCamera: async (
    {
      playwright,
      launchOptions,
      server,
      baseURL,
      locale,
      timezoneId,
      viewport,
      isMobile,
      hasTouch,
      deviceScaleFactor,
    },
    use,
    testInfo,
  ) => {
    const screen = { baseURL, locale, timezoneId, viewport, isMobile, hasTouch, deviceScaleFactor }
    const closers: (() => Promise<void>)[] = []
    await use(async (picture, pose) => {
      const video = testInfo.outputPath(`camera-${closers.length}.y4m`)
      await writeVideo(video, picture, pose)
      const args = [...(launchOptions.args ?? []), ...cameraSwitches(video)]
      const browser = await playwright.chromium.launch({ args })
      const context = await browser.newContext({ ...screen, permissions: ['camera'] })
      const offences = watch(context, server.url)
      closers.push(async () => {
        await browser.close()
        expect(offences).toEqual([])
      })
      return context.newPage()
    })
    for (const close of closers) await close()
  },
})

/** Leaves a session where the app looks for it. */
async function keepSession(page: Page, origin: string, signedIn: SignedIn): Promise<void> {
  await page.goto(`${origin}/app-version.json`)
  await page.evaluate(
    (session) => localStorage.setItem('axioma.session', session),
    JSON.stringify({ ...signedIn, ready: true }),
  )
}

export { expect }
