import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { accounts, password } from '../harness/accounts.ts'
import { Counter, codeOf, enrol } from '../harness/counter.ts'
import { collect, delayRequests, withholdResponse } from '../harness/requests.ts'
import type { Customer, Shop } from '../harness/shop.ts'
import { beginningOf, now, shopDay } from '../harness/shopTime.ts'
import { expect, test } from '../harness/test.ts'

const visitCall = /\/customers\/[^/]+\/visits$/
const hour = 60 * 60_000

// Spec: checkin-18
test('fifty offline scans become fifty visits when two tabs send them', async ({
  context,
  page,
  shop,
  signIn,
}) => {
  const customers = await Promise.all(Array.from({ length: 50 }, () => shop.newCustomer()))
  await signIn(page, 'barber')
  const elsewhere = await context.newPage()
  await elsewhere.goto('/app/customers/list')
  await new Counter(page).open()
  const answered: string[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() === 'POST' && visitCall.test(pathname)) answered.push(pathname)
  })
  await context.setOffline(true)
  for (const { id } of customers) {
    await page.keyboard.insertText(codeOf(id)) // one QR after the other, as fast as a USB reader
    await page.keyboard.press('Enter')
  }
  for (const tab of [page, elsewhere]) {
    await expect(new Counter(tab).outbox).toContainText('50 visitas sin enviar')
  }

  await context.setOffline(false)
  const oneAfterTheOther = { timeout: 120_000 }
  for (const tab of [page, elsewhere]) await expect(new Counter(tab).outbox).toBeEmpty(oneAfterTheOther)
  expect(await visitsOf(shop, customers)).toEqual(customers.map(() => 1))
  expect(answered, 'both tabs together send each visit once').toHaveLength(50)
})

// Spec: checkin-18
test('a visit counts once if its tab closes before it is sent or before its response arrives', async ({
  context,
  page,
  shop,
  signIn,
}) => {
  const [first, second] = [await shop.newCustomer(), await shop.newCustomer({ name: 'Benito Lara' })]
  await signIn(page, 'barber')
  await page.goto('about:blank') // this page must not send the visits of the other tabs
  const withoutNetwork = await context.newPage()
  await stopOnceWritten(withoutNetwork)
  const requests = collect(withoutNetwork, 'POST', visitCall)
  await (await new Counter(withoutNetwork).open()).read(codeOf(first.id))
  await withoutNetwork.waitForFunction(() => 'written' in window)
  expect(requests).toHaveLength(0)
  await withoutNetwork.close()

  const tab = await context.newPage()
  const releaseRequests = await delayRequests(tab, visitCall)
  await tab.goto('/app/customers/list')
  await expect(new Counter(tab).outbox, 'the new tab has the visit').toContainText('Una visita sin enviar')
  releaseRequests()
  await expect(new Counter(tab).outbox, 'the new tab gets the response').toBeEmpty()
  expect(await shop.visitsOf(first.id)).toBe(1)
  const next = await new Counter(tab).open()
  const sent = collect(tab, 'POST', visitCall)
  const isDone = await withholdResponse(tab, visitCall)
  await next.read(codeOf(second.id))
  await isDone()
  await tab.close()

  const again = collect(page, 'POST', visitCall)
  await new Counter(page).open()
  await expect
    .poll(() => again.map((request) => request.headers()['idempotency-key']))
    .toEqual(sent.map((request) => request.headers()['idempotency-key']))
  await expect(new Counter(page).outbox).toBeEmpty()
  expect(await visitsOf(shop, [first, second])).toEqual([1, 1])
})

// Spec: checkin-18
test('two scans of a customer on devices with wrong clocks become one visit of the right day', async ({
  otherDevice,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  const counters: Counter[] = []
  for (const ahead of [3 * hour, -24 * hour]) {
    const device = await otherDevice()
    await device.clock.install({ time: now().getTime() + ahead })
    await enrol(device, shop)
    await signIn(device, 'barber')
    const counter = await new Counter(device).open()
    await device.context().setOffline(true)
    await counter.read(codeOf(customer.id))
    await expect(counter.outbox).toContainText('Una visita sin enviar')
    await device.clock.fastForward(24 * hour)
    counters.push(counter)
  }

  const words = ['✅ Visita registrada', 'Ya estaba sellada a las']
  for (const { page, panel } of counters) {
    await page.context().setOffline(false)
    await expect(panel).toContainText(words.shift() ?? '')
  }
  expect(await daysOf(shop, customer)).toEqual([shopDay(new Date(now().getTime() - 24 * hour))])
})

/** Times an hour and a half before the change of clocks. Undefined: the right time. */
const clocks = {
  'a right clock': undefined,
  'a clock that is set on by an hour meanwhile': Date.parse('2024-03-30T23:30:00Z'),
  'a clock that is set back by an hour meanwhile': Date.parse('2024-10-26T23:30:00Z'),
}

for (const [name, stamps] of Object.entries(clocks)) {
  test(`scans around midnight sent a day later count on their own days: ${name}`, async ({
    page,
    shop,
    signIn,
  }) => {
    const [late, early] = [await shop.newCustomer(), await shop.newCustomer({ name: 'Benito Lara' })]
    const yesterday = shopDay(new Date(beginningOf(shopDay()).getTime() - hour))
    const midnight = beginningOf(yesterday).getTime()
    await page.clock.install({ time: stamps ?? midnight - hour / 2 })
    await enrol(page, shop)
    await signIn(page, 'barber')
    const counter = await new Counter(page).open()
    await page.context().setOffline(true)
    await counter.read(codeOf(late.id))
    await page.clock.fastForward(hour)
    await counter.read(codeOf(early.id))
    if (stamps === undefined) await counter.read(codeOf(late.id)) // the customer comes again on the next day
    await expect(counter.outbox).toContainText(`${stamps === undefined ? 3 : 2} visitas sin enviar`)
    await page.clock.fastForward(now().getTime() - midnight - hour / 2)

    await page.context().setOffline(false)
    await expect(counter.outbox).toBeEmpty()
    const dayBefore = shopDay(new Date(midnight - hour))
    expect(await daysOf(shop, late)).toEqual(stamps === undefined ? [yesterday, dayBefore] : [dayBefore])
    expect(await daysOf(shop, early)).toEqual([yesterday])
  })
}

// Spec: checkin-18
test('a counter without a response for 72 hours refuses new visits with a reason and loses none', async ({
  page,
  shop,
  signIn,
}) => {
  const [waiting, refused] = [await shop.newCustomer(), await shop.newCustomer()]
  await page.clock.install({ time: now() })
  await enrol(page, shop)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await page.context().setOffline(true)
  await counter.read(codeOf(waiting.id))
  await expect(counter.outbox).toContainText('Una visita sin enviar')
  await page.clock.fastForward(72 * hour + 60_000)
  await counter.read(codeOf(refused.id))
  await expect(counter.panel).toContainText('72 horas')

  await page.context().setOffline(false)
  await expect.poll(() => visitsOf(shop, [waiting, refused])).toEqual([1, 0])
})

test('visits evicted by the browser are reported after the next sign-in until acknowledged', async ({
  context,
  page,
  server,
  shop,
  signIn,
}) => {
  const customers = [await shop.newCustomer(), await shop.newCustomer({ name: 'Benito Lara' })]
  await signIn(page, 'barber')
  const tab = await context.newPage()
  const counter = await new Counter(tab).open()
  await context.setOffline(true)
  for (const { id } of customers) await counter.read(codeOf(id))
  const tally = { path: '/', sameSite: 'Strict', value: expect.stringMatching(/^2\.\d+\.\d+_$/) }
  await expect.poll(() => tallies(context)).toEqual([expect.objectContaining(tally)])
  await tab.close()
  await evict(page, server.url)

  await context.setOffline(false)
  await page.goto('/staff/checkin')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Correo electrónico').fill(accounts.barber)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  const next = new Counter(page)
  await expect(next.outbox).toContainText('Este navegador ha borrado 2 visitas sin registrar: hoy')
  await page.reload()
  await next.button('Quitar este aviso').click()
  await expectAccessible(page)
  await next.button('Sí, quitarlo').click()
  await expect(next.outbox).toBeEmpty()
  expect(await tallies(context)).toEqual([])
})

/** The cookies that count waiting visits, one per business. */
async function tallies(context: BrowserContext) {
  const cookies = await context.cookies()
  return cookies.filter(({ name }) => name.startsWith('axioma_waiting_'))
}

async function daysOf(shop: Shop, { id }: Customer): Promise<string[]> {
  const { items } = await shop.as<{ items: { localDay: string }[] }>(
    'admin',
    'GET',
    `/customers/${id}/visits`,
  )
  return items.map(({ localDay }) => localDay)
}

function visitsOf(shop: Shop, customers: Customer[]): Promise<number[]> {
  return Promise.all(customers.map(({ id }) => shop.visitsOf(id)))
}

/**
 * Stops the page after it has stored a visit and before the page learns that. Other tabs can read the visit, but this
 * page does not send it.
 */
function stopOnceWritten(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...args) {
      const opened = transaction.apply(this, args)
      if (this.name !== 'axioma-outbox' || opened.mode !== 'readwrite') return opened
      opened.addEventListener('complete', (event) => {
        event.stopImmediatePropagation()
        Object.assign(window, { written: true, fetch: () => new Promise(() => undefined) })
      })
      return opened
    }
  })
}

/** Deletes all stored data of the site except cookies. */
async function evict(page: Page, origin: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const storageTypes =
    'file_systems,indexeddb,local_storage,shader_cache,websql,service_workers,cache_storage'
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await browser.detach()
}
