import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { Portal } from '../harness/portal.ts'
import { dropResponses } from '../harness/requests.ts'
import { fiveYearsOld } from '../harness/shopTime.ts'
import { button, panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const card = (page: Page, count: number) =>
  panel(page, 'Tarjeta de sellos').getByRole('img', { name: `${count} de 10 visitas` })

async function addChild(page: Page, name: string) {
  await button(page, 'Añadir un hijo').click()
  await page.getByLabel('Nombre del hijo o la hija').fill(name)
  await page.getByLabel('Fecha de nacimiento').fill(fiveYearsOld())
  await page.getByLabel(/da su consentimiento/).check()
  await button(page, 'Añadir').click()
}

// Spec: families-2
test('a mother and two children become a family after a preview and share their stamps', async ({
  page,
  shop,
  signIn,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Gil', visits: 3 })
  await signIn(page, 'admin')
  await page.goto(`/app/customers/${ana.id}?apartado=familia`)
  for (const name of ['Leo Gil', 'Sol Gil']) {
    await addChild(page, name)
    await expect(page.getByRole('link', { name })).toBeVisible()
  }
  await expect(panel(page, 'Juntar las visitas')).toContainText(
    'Ana, Leo y Sol pueden sumar en una sola tarjeta',
  )
  await expectAccessible(page)
  await button(page, 'Crear la familia de Ana Gil').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await dropResponses(page, /\/customers\/[^/]+\/family$/, 1)
  await button(dialog, 'Crear la familia').click()
  await expect(page.getByText('Ya están en una familia.')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Familia de Ana Gil', exact: true })).toBeVisible()
  await expect(card(page, 0)).toBeVisible()

  for (const [count, name] of ['Leo Gil', 'Sol Gil'].entries()) {
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await button(page, 'Añadir visita').click()
    await expect(card(page, count + 1)).toBeVisible()
    await page.goto(`/app/customers/${ana.id}?apartado=familia`)
    await expect(card(page, count + 1)).toBeVisible()
  }
})

// Spec: portal-24
test('a child of 14 gets their own phone and consents at the counter', async ({
  otherDevice,
  page,
  shop,
  signIn,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Gil' })
  const leo = await shop.newChild(ana.id, 'Leo Gil')
  await shop.stamp(leo.id, 2)
  await shop.as('admin', 'PATCH', `/customers/${leo.id}`, { birthday: '2000-01-01' })
  await signIn(page, 'admin')
  await page.goto(`/app/customers/${leo.id}?apartado=familia`)
  await button(page, 'Pasar la tarjeta a su teléfono').click()
  const phone = shop.newPhone()
  await page.getByLabel('Su teléfono', { exact: true }).fill(phone)
  await page.getByLabel(/^Ha leído y acepta la/).check()
  await expectAccessible(page)
  await button(page, 'Pasar la tarjeta').click()
  await expect(page.getByText('Ya lleva su tarjeta en su propio teléfono.')).toBeFocused()
  await expect(panel(page, 'Datos')).toContainText(phone.slice(-3))

  const own = new Portal(await otherDevice())
  await own.signIn(shop, { ...leo, phone })
  await expect(own.card(2)).toBeVisible()
})
