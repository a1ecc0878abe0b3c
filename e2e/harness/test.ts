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

/** Seconds of CPU: five times the most expensive test on a busy machine. */
const cpuLimit = 90

interface Fixtures {
  serverLog: undefined
  /** Limits CPU time, because elapsed time depends on the load of the machine. */
  frugality: undefined
  oneShopDay: undefined
  signIn: (page: Page, who: Account | SignedIn) => Promise<void>
  otherDevice: (options?: BrowserContextOptions) => Promise<Page>
  pageWithCamera: (picture: Buffer, pose?: Pose) => Promise<Page>
}

interface WorkerFixtures {
  /** Whether the server limits attempts. */
  rateLimits: boolean
  passes: boolean
  named: boolean
  mails: boolean
  mailbox: Mailbox
  /** The real binary with demo data, one server per worker. Each test creates its own customers. */
  server: Server
  shop: Shop
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  rateLimits: [false, { scope: 'worker', option: true }],
  passes: [false, { scope: 'worker', option: true }],
  named: [false, { scope: 'worker', option: true }],
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
    async ({ rateLimits, passes, named, mails, mailbox }, use) => {
      const server = await startServer({ rateLimits, passes, named, mailbox: mails ? mailbox : undefined })
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
      // A test that would cross midnight waits for the next day.
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
    // A request that is in flight when the page closes would fail its route.
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

async function watchUnderClock(context: BrowserContext, server: Server): Promise<string[]> {
  const offences = watch(context, [server.url, server.organisation?.url])
  rememberNames(context)
  await setClock(context)
  return offences
}

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

async function keepSession(page: Page, origin: string, signedIn: SignedIn): Promise<void> {
  await page.goto(`${origin}/app-version.json`)
  await page.evaluate(
    (session) => localStorage.setItem('axioma.session', session),
    JSON.stringify({ ...signedIn, ready: true }),
  )
}

export { expect }
