import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { Registration } from '../harness/registration.ts'

const { BENCH_URL = '', BENCH_REPORT = '' } = process.env

const pages = [
  { page: 'registration', path: '/public/register?bid=demobarberia', field: 'Nombre y apellidos' },
  { page: 'qr', path: '/qr', field: 'Nombre y apellidos' },
  { page: 'portal', path: '/portal?bid=demobarberia', field: 'Tu móvil' },
]

/** A slow line, as in the developer tools: slow 3G, and a CPU four times slower. */
const line = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const slowdown = 4

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

const newcomer = 'Carmen Ruiz'

test('measures on a slow connection the time until the first field accepts input, and until the script has loaded', async ({
  browser,
}) => {
  const measured: Record<string, { filled: number; live: number } | number> = {}
  for (const { page: name, path, field } of pages) {
    const context = await browser.newContext()
    const page = await context.newPage()
    measured[name] = await time(page, path, field)
    if (name === 'registration') measured.registered = await register(page)
    await context.close()
  }
  await writeFile(BENCH_REPORT, JSON.stringify(measured))
})

/** Milliseconds in a new browser until the first field accepts input, and until the script has loaded. */
async function time(page: Page, path: string, label: string): Promise<{ filled: number; live: number }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const since = () => page.evaluate(() => performance.now())
  await page.goto(BENCH_URL + path, { waitUntil: 'commit' })
  const field = page.getByLabel(label)
  await field.pressSequentially('6')
  await expect(field).toHaveValue('6')
  const filled = await since()
  await expect(page.locator('#root:not([data-shown])')).toBeVisible()
  return { filled, live: await since() }
}

/** Milliseconds from the tap until the QR is painted. */
async function register(page: Page): Promise<number> {
  const form = new Registration(page)
  await form.fillIn(newcomer, '612 34 56 71')
  const took = page.evaluate(fromTapToPicture, newcomer)
  await form.create.click()
  return took
}

/** Uses the page's clock, which excludes the browser's remote control. */
function fromTapToPicture(customer: string): Promise<number> {
  const tapped = new Promise<number>((resolve) => {
    addEventListener('click', () => resolve(performance.now()), { once: true, capture: true })
  })
  const firstPaint = new Promise<number>((resolve) => {
    new MutationObserver((_, observer) => {
      const picture = [...document.images].find(({ alt }) => alt.endsWith(customer))
      if (!picture) return
      observer.disconnect()
      // Two frames, because the first one paints it.
      const nextFrame = () => new Promise((ready) => requestAnimationFrame(ready))
      void picture
        .decode()
        .then(nextFrame)
        .then(nextFrame)
        .then(() => resolve(performance.now()))
    }).observe(document, { subtree: true, childList: true })
  })
  return Promise.all([tapped, firstPaint]).then(([from, until]) => until - from)
}
