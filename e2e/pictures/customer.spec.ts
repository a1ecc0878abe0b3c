import { Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import { panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'
import { take, takePart } from './take.ts'

test('the registration of a customer', async ({ page }) => {
  const form = await new Registration(page).open()
  await expect(form.name).toBeVisible()
  await take(page, 'registration')
  await form.fillIn('Nuria Valdés Roca', '612 34 56 78')
  await form.create.click()
  await expect(form.done).toBeVisible()
  await expect(form.qrOf('Nuria Valdés Roca')).toHaveJSProperty('complete', true)
  await take(page, 'registration-done')
})

test('what a customer sees of their card', async ({ page, shop }) => {
  const [carlos] = await shop.search('Carlos Peña Lozano')
  if (!carlos) throw new Error('the demo data have no Carlos Peña Lozano')
  const portal = new Portal(page)
  await portal.open()
  await expect(portal.phone).toBeVisible()
  await take(page, 'portal-sign-in')
  await portal.signIn(shop, carlos)
  await take(page, 'portal')
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await expect(panel(page, 'Lo que sabemos de ti')).toBeVisible()
  await takePart(panel(page, 'Mis consentimientos'), 'portal-consents')
})
