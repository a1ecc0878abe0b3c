import type { Locator } from '@playwright/test'
import { Counter, codeOf } from '../harness/counter.ts'
import { expect, test } from '../harness/test.ts'

// Spec: checkin-1
test('a barcode reader checks in one customer after another @sizes', async ({ page, shop, signIn }) => {
  const first = await shop.newCustomer({ name: 'Amparo Giner' })
  const second = await shop.newCustomer({ name: 'Benito Lara' })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()

  await counter.read(codeOf(first.id))
  await expect(counter.panel.getByRole('heading', { name: 'Amparo Giner' })).toBeVisible()
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(counter.box).toBeFocused()
  await expect(counter.box).toHaveValue('')

  await counter.read(codeOf(second.id))
  await expect(counter.panel.getByRole('heading', { name: 'Benito Lara' })).toBeVisible()
  await expect(counter.button('Amparo Giner'), 'the counter lists its last customers').toBeVisible()
  expect(await shop.visitsOf(first.id)).toBe(1)
  expect(await shop.visitsOf(second.id)).toBe(1)
})

test('a barcode reader works wherever the focus is', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer()
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.openCamera.focus()
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(counter.box).toBeFocused()
})

test('everything at the counter can be done with the keyboard alone', async ({ page, shop, signIn }) => {
  const customer = await shop.newcomer({ name: 'Zulema Teclas Mora' })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()

  await page.keyboard.type('zulema teclas')
  await expect(counter.button(`Ver la tarjeta de ${customer.name}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(counter.panel.getByRole('heading', { name: customer.name })).toBeVisible()

  const add = counter.panel.getByRole('button', { name: 'Añadir visita' })
  await expect(add).toBeEnabled()
  await tabTo(add)
  await page.keyboard.press('Enter')
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(counter.box).toBeFocused()

  const redeem = counter.panel.getByRole('button', { name: 'Canjear' })
  await expect(redeem).toBeEnabled()
  await tabTo(redeem)
  await page.keyboard.press('Enter')
  await expect(counter.panel).toContainText('Canjeado')
  await expect(counter.box).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(counter.panel).toContainText('Listo para el siguiente')
})

async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 10; presses++) {
    await target.page().keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`ten times Tab did not lead to ${target}`)
}
