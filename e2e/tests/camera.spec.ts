import type { Page } from '@playwright/test'
import { defineNativeReader } from '../harness/camera.ts'
import { Counter, codeOf } from '../harness/counter.ts'
import { collect } from '../harness/requests.ts'
import { qrIdOf } from '../harness/shop.ts'
import { now } from '../harness/shopTime.ts'
import { expect, test } from '../harness/test.ts'

/** Seconds, longer than the period in which a repeated QR is ignored. */
const secondsInView = 6

// Spec: checkin-2, checkin-4
test('the camera reads a QR once, stays on for the next customer, and stops', async ({
  pageWithCamera,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Olga Rivero' })
  const next = await shop.newCustomer({ name: 'Tobías Luna' })
  const page = await pageWithCamera(await shop.qrPicture(customer), { rotation: 12, size: 300 })
  await countFrames(page)
  const begin = now().getTime()
  await page.clock.setFixedTime(begin) // before the app is loaded, because it uses the clock from then on
  const visits = collect(page, 'POST', /\/visits$/)
  const decoderRequests = collect(page, 'GET', /\.wasm$/)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await expect(counter.panel).toContainText('Listo para el siguiente')
  expect(decoderRequests, 'the decoder must not load before the camera opens').toEqual([])

  await counter.openCamera.click()
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(counter.panel.getByRole('heading', { name: 'Olga Rivero' })).toBeVisible()
  await expect(counter.card).toHaveAccessibleName('1 de 10 visitas')
  expect(decoderRequests).toHaveLength(1)

  for (let second = 1; second <= secondsInView; second++) {
    await page.clock.setFixedTime(begin + second * 1000)
    await waitForNextFrame(page)
  }
  expect(visits, 'visits sent while the code stays in view').toHaveLength(1)
  expect(await shop.visitsOf(customer.id)).toBe(1)

  await counter.read(codeOf(next.id))
  await expect(counter.panel.getByRole('heading', { name: 'Tobías Luna' })).toBeVisible()
  await expect(counter.picture).toBeVisible()

  const track = await counter.picture.evaluateHandle((video) => {
    const { srcObject } = video as HTMLVideoElement
    return srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0] : undefined
  })
  await counter.closeCamera.click()
  await expect(counter.picture).toBeHidden()
  expect(await track.evaluate((stopped) => stopped?.readyState)).toBe('ended')
})

for (const density of [1, 2, 3]) {
  // Spec: calls-6
  test(`the QR is read from a customer's screen with ${density} pixels per point`, async ({
    otherDevice,
    pageWithCamera,
    shop,
    signIn,
  }) => {
    const customer = await shop.newCustomer({ name: 'Elsa Pantalla' })
    const customerPage = await otherDevice({
      deviceScaleFactor: density,
      viewport: { width: 360, height: 740 },
    })
    await customerPage.goto(`/qr?cid=${qrIdOf(customer)}`)
    const code = customerPage.getByRole('img', { name: 'Código QR personal' })
    await expect
      .poll(
        () => code.evaluate((image: HTMLImageElement) => image.naturalWidth / image.clientWidth),
        'a picture that needs no stretching',
      )
      .toBeGreaterThanOrEqual(density)
    const page = await pageWithCamera(await code.screenshot(), { rotation: 5, size: 300 })
    await signIn(page, 'barber')
    const counter = await new Counter(page).open()
    await counter.openCamera.click()
    await expect(counter.panel).toContainText('Visita registrada')
    await expect(counter.panel.getByRole('heading', { name: 'Elsa Pantalla' })).toBeVisible()
  })
}

test('a browser with its own barcode reader loads no decoder', async ({ pageWithCamera, shop, signIn }) => {
  const customer = await shop.newCustomer({ name: 'Irene Salas' })
  const page = await pageWithCamera(await shop.qrPicture(customer), { rotation: 8, size: 300 })
  await defineNativeReader(page)
  const decoderRequests = collect(page, 'GET', /\/assets\/.*\.wasm$/)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.openCamera.click()
  await expect(counter.panel.getByRole('heading', { name: 'Irene Salas' })).toBeVisible()
  await expect(counter.panel).toContainText('Visita registrada')
  expect(await page.evaluate(() => (window as unknown as { read: number }).read)).toBeGreaterThan(0)
  expect(decoderRequests, 'the decoder must not load').toEqual([])
  expect(await shop.visitsOf(customer.id)).toBe(1)
})

// Spec: checkin-4, checkin-24, errors-19
test('a refused camera shows the reason, and the search field still works', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.openCamera.click()
  await expect(page.getByRole('alert')).toContainText('❌ No se pudo acceder a la cámara.')
  await expect(counter.openCamera, 'the camera can be opened again').toBeVisible()
  await expect(counter.closeCamera).toBeHidden()
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(page.getByRole('alert')).toBeHidden()
})

function countFrames(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const frameCounter = Object.assign(window, { frames: 0 })
    for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
      const { drawImage } = prototype
      prototype.drawImage = function (...args: unknown[]) {
        frameCounter.frames++
        return Reflect.apply(drawImage, this, args)
      }
    }
  })
}

/** Waits until another frame was read and its result shown. */
async function waitForNextFrame(page: Page): Promise<void> {
  const frames = () => page.evaluate(() => (window as unknown as { frames: number }).frames)
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before + 2)
}
