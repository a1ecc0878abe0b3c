import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../harness/accessibility.ts'
import { Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import { expect, test } from '../harness/test.ts'
import { googleIssuer, passType } from '../harness/wallet.ts'

test.use({ passes: true })

const iPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}
const android = {
  ...iPhone,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
}
const add = { name: 'Añadir a Apple Wallet' }

test('a customer with an iPhone gets the pass at the registration and in the portal', async ({
  otherDevice,
  shop,
}) => {
  const page = await otherDevice(iPhone)
  const form = await new Registration(page).open()
  const phone = shop.newPhone()
  await form.fillIn('Saturnina Gil', phone)
  await form.create.click()
  const artwork = page.getByRole('link', add).getByRole('img')
  await expect
    .poll(() => artwork.evaluate((picture: HTMLImageElement) => [picture.naturalWidth > 0, picture.height]))
    .toEqual([true, 48])
  await expectAccessible(page)

  await new Portal(page).signIn(shop, { phone })
  const coming = page.waitForEvent('download') // a browser without a wallet downloads the pass
  await page.getByRole('link', add).click()
  const pass = await readFile(await (await coming).path())
  expect(pass.subarray(0, 2).toString()).toBe('PK')
  expect(pass.includes('pass.json')).toBe(true)
  await expectAccessible(page)
})

test('a mother of two saves all passes in one step on Android, and an outage of Google is reported', async ({
  otherDevice,
  shop,
}) => {
  const page = await otherDevice(android)
  const ana = await shop.newCustomer({ name: 'Ana Gil' })
  for (const name of ['Leo Gil', 'Sol Gil']) await shop.newChild(ana.id, name)
  await new Portal(page).signIn(shop, ana)
  await expect(page.getByRole('link', { name: 'Añadir a Google Wallet' })).toBeVisible()
  const all = page.getByRole('link', { name: 'Guardar las 3 tarjetas en Google Wallet' })
  await expectAccessible(page)
  await all.click()
  await expect(page.getByText(/Google Wallet no responde ahora mismo/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Volver a mi tarjeta' }).click()
  await expect(all).toBeVisible()
})

test('a computer shows the way to the pass as a collapsed QR @sizes', async ({ page, shop }) => {
  const { id } = await shop.newcomer({ name: 'Saturnina Gil' })
  await page.goto(`/qr?cid=${id}`)
  const way = page.getByRole('img', { name: 'Código QR para abrir tu tarjeta en el móvil' })
  await expect(page.getByText('Llevarla en el móvil')).toBeVisible()
  await expect(way).toBeHidden()
  await page.getByText('Llevarla en el móvil').click()
  await expect
    .poll(() => way.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0)
  await expect(page.getByText(/añade la tarjeta a Apple Wallet o a Google Wallet/)).toBeVisible()
  await expectAccessible(page)
})

test('a pass link of an archived customer explains itself and leads back', async ({ otherDevice, shop }) => {
  const page = await otherDevice(iPhone)
  const { id } = await shop.newcomer({ name: 'Saturnina Gil' })
  await page.goto(`/qr?cid=${id}`)
  await expect(page.getByRole('link', add)).toBeVisible()
  await shop.as('owner', 'DELETE', `/customers/${id}`)
  await page.getByRole('link', add).click()
  await expect(page.getByRole('heading', { name: 'No se pudo abrir la tarjeta' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Volver a mi tarjeta' }).click()
  await expect(page).toHaveURL(`/qr?cid=${id}`)
})

test('the operator sees which passes are issued, with the ids at the vendors', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await page.goto('/cpanel')
  await expect(
    page.getByText(`Apple Wallet: los clientes pueden añadir su tarjeta (${passType}).`),
  ).toBeVisible()
  await expect(page.getByText(new RegExp(`Google Wallet: .*${googleIssuer}`))).toBeVisible()
  await expectAccessible(page)
})
