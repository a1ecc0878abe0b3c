import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { cameraSwitches, type Pose, writeVideo } from './camera.ts'
import { setClock } from './clock.ts'
import { cpuOf, expectFrugal } from './cpu.ts'
import { Mailbox } from './mailbox.ts'
import { rememberNames } from './names.ts'
import { type Server, startServer } from './server.ts'
import { type Account, Shop, type SignedIn } from './shop.ts'
import { untilMidnight } from './shopTime.ts'
import { rememberToasts } from './staff.ts'
import { watch } from './watch.ts'

/** Seconds of CPU for a test, its browser and its server: five times what the dearest one took on a busy machine. */
const cpuLimit = 90

interface Fixtures {
  /** A test that fails takes along what the server has said meanwhile. */
  serverLog: undefined
  /** A test that runs away fails by what it used and not by how long it took, which on a busy machine says nothing. */
  frugality: undefined
  /** A test begins and ends on one day of the shop. */
  oneShopDay: undefined
  /** Signs the page in without the form: as one of the demo accounts, or with a session of the test's own. */
  signIn: (page: Page, who: Account | SignedIn) => Promise<void>
  /** Opens a page on a further device, with nothing of the first one's storage. */
  otherDevice: (options?: BrowserContextOptions) => Promise<Page>
  /** Opens a page in a browser whose camera sees the picture. */
  pageWithCamera: (picture: Buffer, pose?: Pose) => Promise<Page>
}

interface WorkerFixtures {
  /** Whether the server counts tries, as it does in a shop. */
  rateLimits: boolean
  /** Whether the server makes passes. */
  passes: boolean
  /** Whether the server sends mails. */
  mails: boolean
  /** What takes them. */
  mailbox: Mailbox
  /** The real binary with demo data; one for each worker, so tests make customers of their own. */
  server: Server
  /** The demo business of that server. */
  shop: Shop
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  rateLimits: [false, { scope: 'worker', option: true }],
  passes: [false, { scope: 'worker', option: true }],
  mails: [false, { scope: 'worker', option: true }],

  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use) => {
      const mailbox = await Mailbox.open()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ rateLimits, passes, mails, mailbox }, use) => {
      const server = await startServer({ rateLimits, passes, mailbox: mails ? mailbox : undefined })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  shop: [
    async ({ server }, use) => {
      const shop = new Shop(server.url)
      await shop.liftLimits()
      await use(shop)
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  serverLog: [
    async ({ server }, use, testInfo) => {
      const before = (await server.log()).length
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      const body = (await server.log()).slice(before) || 'nothing'
      await testInfo.attach('what the server said', { body, contentType: 'text/plain' })
    },
    { auto: true },
  ],

  frugality: [
    async ({ serverLog: _ }, use, { annotations }) => {
      const before = cpuOf(process.pid)
      await use(undefined)
      const after = cpuOf(process.pid)
      if (before === null || after === null) return
      annotations.push({ type: 'seconds of CPU', description: (after - before).toFixed(2) })
      expectFrugal(after - before, cpuLimit)
    },
    { auto: true },
  ],

  oneShopDay: [
    async ({ serverLog: _ }, use, testInfo) => {
      const left = untilMidnight()
      // Who would not be done by then waits for the next day; who takes longer than allowed fails for that.
      if (left < testInfo.timeout) await sleep(left + 1_000)
      await use(undefined)
    },
    { auto: true, timeout: 600_000 },
  ],

  context: async ({ context, server }, use) => {
    const offences = await watchUnderClock(context, server)
    await rememberToasts(context)
    await use(context)
    expect(offences).toEqual([])
  },

  otherDevice: async ({ browser, server }, use) => {
    const opened: Opened[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: server.url, ...options })
      opened.push({ device: context, offences: await watchUnderClock(context, server) })
      return context.newPage()
    })
    await closeAll(opened)
  },

  page: async ({ page }, use, testInfo) => {
    await use(page)
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = `${page.url()}\n${await page.locator('body').ariaSnapshot().catch(String)}`
      await testInfo.attach('the page as it stood', { body, contentType: 'text/plain' })
    }
    // A call that is on its way when the page closes has nobody left to answer.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
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
    const opened: Opened[] = []
    await use(async (picture, pose) => {
      const video = testInfo.outputPath(`camera-${opened.length}.y4m`)
      await writeVideo(video, picture, pose)
      const args = [...(launchOptions.args ?? []), ...cameraSwitches(video)]
      const browser = await playwright.chromium.launch({ args })
      const context = await browser.newContext({ ...screen, permissions: ['camera'] })
      opened.push({ device: browser, offences: await watchUnderClock(context, server) })
      return context.newPage()
    })
    await closeAll(opened)
  },
})

/** Watches all pages of a context, which have the clock of this run; answers with what they do that no page may. */
async function watchUnderClock(context: BrowserContext, server: Server): Promise<string[]> {
  const offences = watch(context, server.url)
  rememberNames(context)
  await setClock(context)
  return offences
}

/** What a test has opened besides its page, and what was done on it that no page may do. */
interface Opened {
  device: Browser | BrowserContext
  offences: string[]
}

async function closeAll(opened: Opened[]): Promise<void> {
  for (const { device, offences } of opened) {
    await device.close()
    expect(offences).toEqual([])
  }
}

/** Leaves a session where the app looks for it. */
async function keepSession(page: Page, origin: string, signedIn: SignedIn): Promise<void> {
  await page.goto(`${origin}/app-version.json`)
  await page.evaluate(
    (session) => localStorage.setItem('axioma.session', session),
    JSON.stringify({ ...signedIn, ready: true }),
  )
}

export { expect }
