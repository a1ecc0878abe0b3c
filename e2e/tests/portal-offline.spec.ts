import { Portal } from '../harness/portal.ts'
import { expect, test } from '../harness/test.ts'

test.use({ serviceWorkers: 'allow' })

// Spec: portal-17
test('without a network the portal shows the last QR and card until the sign-out', async ({
  context,
  page,
  shop,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz', visits: 2 })
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await expect(portal.card(2)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('axioma.portal.qr') !== null)).toBe(true)

  await context.setOffline(true)
  await page.goto('about:blank')
  await page.goto('/portal')
  const qr = page.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await expect(portal.card(2)).toBeVisible()
  await expect(page.getByText(/Esto es lo último que sabemos: hoy/)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('region', { name: 'Mis visitas' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(portal.phone).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('portal'))),
  ).toEqual([])
})
