import type { APIRequestContext, Page } from '@playwright/test'
import { readPicture } from '../harness/camera.ts'
import { Counter, codeOf } from '../harness/counter.ts'
import { collect, delayRequests } from '../harness/requests.ts'
import { type Customer, qrIdOf } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'

test.use({ serviceWorkers: 'allow' })

const visitCall = /\/customers\/[^/]+\/visits$/

/** Opens the counter and waits until this device has cached the app. */
async function openCachedCounter(page: Page): Promise<Counter> {
  const counter = await new Counter(page).open()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return counter
}

async function signedCode(request: APIRequestContext, { qrUrl }: Customer): Promise<string> {
  const picture = await request.get(qrUrl)
  return readPicture(await picture.body())
}

/** The number of encrypted customer snapshots in the browser. */
function sealedRecords(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('axioma-snapshot')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('sealed').objectStore('sealed').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

/** The stored visits of the outbox and their copies, as text. */
function storedVisits(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('axioma-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('visits').objectStore('visits').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify([reading.result, { ...localStorage }]))
          }
        }
      }),
  )
}

function offerNewer(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    // A service worker at another address counts as a new one.
    const registration = await navigator.serviceWorker.register('/staff/worker.js?newer', {
      scope: '/staff/',
    })
    const next = registration.installing
    await new Promise<void>((resolve) => {
      const look = () => next?.state !== 'installing' && resolve()
      next?.addEventListener('statechange', look)
      look()
    })
    return registration.waiting !== null
  })
}

/** Reads the workers from the browser, because a script in the page would count as user activity. */
async function trackActiveWorkers(page: Page): Promise<() => string[]> {
  const browser = await page.context().newCDPSession(page)
  const states = new Map<string, string>()
  browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await browser.send('ServiceWorker.enable')
  return () => [...states].filter(([, status]) => status === 'activated').map(([version]) => version)
}

test('after a restart without a network the counter opens and stores waiting and new visits', async ({
  context,
  page,
  shop,
  signIn,
}) => {
  const [before, after] = [await shop.newCustomer(), await shop.newCustomer({ name: 'Benito Lara' })]
  await signIn(page, 'barber')
  await page.goto('about:blank')
  const tab = await context.newPage()
  await openCachedCounter(tab)
  await context.setOffline(true)
  await new Counter(tab).read(codeOf(qrIdOf(before)))
  await expect(new Counter(tab).outbox).toContainText('Una visita sin enviar')
  await tab.close()

  const counter = await new Counter(page).open()
  await expect(counter.outbox).toContainText('Una visita sin enviar')
  await counter.read(codeOf(after.id))
  await expect(counter.outbox).toContainText('2 visitas sin enviar')

  await context.setOffline(false)
  await expect(counter.outbox).toBeEmpty()
  expect(await shop.visitsOf(before.id)).toBe(1)
  expect(await shop.visitsOf(after.id)).toBe(1)
})

test('the counter names known customers without a network until the sign-out', async ({
  context,
  page,
  request,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Valentina Ocaña' })
  await signIn(page, await shop.ownSession('barber'))
  const known = page.waitForResponse((answer) => answer.url().includes('/counter/snapshot'))
  const counter = await new Counter(page).open()
  await (await known).finished()
  const [later, other] = [await shop.newCustomer(), await shop.newCustomer()]
  const codes = await Promise.all([later, other].map((customer) => signedCode(request, customer)))
  await context.setOffline(true)

  await counter.read(codeOf(qrIdOf(customer)))
  await expect(counter.panel.getByRole('heading', { name: 'Valentina' })).toBeVisible()
  await expect(counter.panel).toContainText('Llevaba 0 de 10 sellos. Más el de ahora')
  await counter.read(codes[0] ?? '')
  await expect(counter.panel).toContainText('pero su QR es de este negocio')
  await counter.read((codes[1] ?? '').replace(qrIdOf(other), 'x'.repeat(qrIdOf(other).length)))
  await expect(counter.panel).toContainText('no parece de este negocio')
  const stored = await storedVisits(page)
  for (const scanned of [customer, later]) expect(stored).not.toContain(qrIdOf(scanned))
  expect(stored, 'the scan of a customer outside of the snapshot').toContain(`"${qrIdOf(later).slice(0, 8)}"`)
  await counter.box.fill('valen')
  await page.getByRole('button', { name: /^Ver la tarjeta de Valentina / }).click()
  await expect(counter.panel).toContainText('Según lo que este dispositivo sabía')

  expect(await sealedRecords(page)).toBe(1)
  await context.setOffline(false)
  await expect(counter.outbox).toContainText('No se registró 1 visita.')
  await page.goto('/logout')
  await expect(page.getByLabel('Correo electrónico')).toBeVisible()
  // After the sign-out the page may reload once more.
  await expect(async () => expect(await sealedRecords(page)).toBe(0)).toPass()
})

test('a new version waits for the visits in the outbox and loads with the next page', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  await signIn(page, 'barber')
  const counter = await openCachedCounter(page)
  const releaseRequests = await delayRequests(page, visitCall)
  await counter.read(codeOf(customer.id))
  await expect(counter.outbox).toContainText('Una visita sin enviar')
  expect(await offerNewer(page), 'no new version while a visit is unsent').toBe(false)

  releaseRequests()
  await expect(counter.outbox).toBeEmpty()
  const activeWorkers = await trackActiveWorkers(page)
  await expect.poll(activeWorkers).toHaveLength(1)
  const [former = ''] = activeWorkers()
  expect(await offerNewer(page)).toBe(true)
  expect(activeWorkers(), 'the open page must not reload').toEqual([former])
  // The page registers its own worker address, which the browser treats as newer still. That worker may
  // replace the waiting one, so a reloaded page may keep waiting. It is then reloaded again.
  await expect(async () => {
    await page.reload({ timeout: 15_000 })
    const newer = () => activeWorkers().filter((version) => version !== former)
    await expect.poll(newer, { timeout: 10_000 }).toHaveLength(1)
  }).toPass()
  await expect(counter.box).toBeFocused()
  expect(await shop.visitsOf(customer.id)).toBe(1)
})

// Spec: states-24
test('the workers and caches of an earlier version are removed with one reload', async ({
  context,
  page,
}) => {
  await context.route('**/old-worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'addEventListener("fetch", () => {})' }),
  )
  const loads = collect(page, 'GET', /^\/login$/)
  const leaveBehind = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.register('/old-worker.js')
      await navigator.serviceWorker.ready
      await caches.open('old')
    })
  const left = () =>
    page.evaluate(async () => {
      const workers = await navigator.serviceWorker.getRegistrations()
      return workers.length + (await caches.keys()).length
    })
  const email = page.getByLabel('Correo electrónico')
  await page.goto('/login')
  await expect(email).toBeFocused()
  await leaveBehind()
  await page.reload()
  await expect.poll(() => loads.length, { message: 'opened, loaded with the worker, loaded without' }).toBe(3)
  await expect(email).toBeFocused()
  expect(await left()).toBe(0)

  await leaveBehind()
  await page.reload()
  await expect.poll(left).toBe(0)
  await expect(email).toBeFocused()
  expect(loads, 'only one reload in a session').toHaveLength(4)
})
