import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { Counter, codeOf } from '../harness/counter.ts'
import { Shop } from '../harness/shop.ts'

const { BENCH_URL = '', BENCH_REPORT = '' } = process.env
const scans = 220
const warmUp = 20

test('measures the time from the last key of the USB reader to the result on the screen', async ({
  page,
  context,
}) => {
  const shop = new Shop(BENCH_URL)
  const customers = []
  for (let i = 0; i < 2 * scans; i++) customers.push(await shop.newCustomer({ name: `Nuria ${i}` }))
  await page.goto(`${BENCH_URL}/app-version.json`)
  const session = JSON.stringify({ ...(await shop.session('barber')), ready: true })
  await page.evaluate((value) => localStorage.setItem('axioma.session', value), session)
  await page.goto(`${BENCH_URL}/staff/checkin`)
  const counter = new Counter(page)
  await expect(counter.box).toBeFocused()

  const online = []
  for (const { id } of customers.slice(0, scans)) online.push(await time(counter, id, '✅ Visita registrada'))
  await context.setOffline(true)
  const offline = []
  for (const { id } of customers.slice(scans))
    offline.push(await time(counter, id, 'Guardada en este dispositivo'))
  await writeFile(
    BENCH_REPORT,
    JSON.stringify({ online: online.slice(warmUp), offline: offline.slice(warmUp) }),
  )
})

/** Milliseconds until the result is painted. */
async function time({ page, panel }: Counter, customerId: string, words: string): Promise<number> {
  await read(page, `https://otro.example/?${randomUUID()}`)
  await expect(panel).not.toContainText(words)
  await page.evaluate(watch, words)
  await read(page, codeOf(customerId))
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}

async function read(page: Page, content: string): Promise<void> {
  await page.keyboard.insertText(content)
  await page.keyboard.press('Enter')
}

/** Measures in the page, so that the driver's own time does not count. */
function watch(words: string): void {
  const painted = new Promise<number>((resolve) => {
    let pressed = 0
    const onKey = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'Enter') pressed = timeStamp
    }
    window.addEventListener('keydown', onKey, { capture: true, once: true })
    const panel = document.querySelector('section[aria-busy]')
    const observer = new MutationObserver(() => {
      if (!panel?.textContent?.includes(words)) return
      observer.disconnect()
      // The frame is painted once its deferred work is done.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
    })
    if (panel)
      observer.observe(panel, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  Object.assign(window, { painted })
}
