import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'

const { BENCH_URL = '', BENCH_REPORT = '' } = process.env

/** The first pages of customers, and the field in which each begins. */
const pages = [
  { page: 'registration', path: '/public/register?bid=demobarberia', field: 'Nombre y apellidos' },
  { page: 'qr', path: '/qr', field: 'Nombre y apellidos' },
  { page: 'portal', path: '/portal?bid=demobarberia', field: 'Tu móvil' },
]

/** A telephone with bad reception, as the browser's own tools call it: slow 3G, and a processor four times as slow. */
const line = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const slowdown = 4

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

test('on a slow line until the first field takes what is typed, and until the script is there', async ({
  browser,
}) => {
  const measured: Record<string, { filled: number; live: number }> = {}
  for (const { page: name, path, field } of pages) {
    const context = await browser.newContext()
    measured[name] = await time(await context.newPage(), path, field)
    await context.close()
  }
  await writeFile(BENCH_REPORT, JSON.stringify(measured))
})

/** Milliseconds from the first request on. The browser is as new to the server as a customer's. */
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
