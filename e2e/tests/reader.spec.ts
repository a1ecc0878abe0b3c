import type { Locator } from '@playwright/test'
import { Counter, codeOf } from '../harness/counter.ts'
import { collect, holdBack } from '../harness/requests.ts'
import { now } from '../harness/shopTime.ts'
import { expect, test } from '../harness/test.ts'

for (const end of ['Enter', 'Tab'] as const) {
  test(`a reader that ends in ${end} checks in one customer after another @sizes`, async ({
    page,
    shop,
    signIn,
  }) => {
    const first = await shop.newCustomer({ name: 'Amparo Giner' })
    const second = await shop.newCustomer({ name: 'Benito Lara' })
    await signIn(page, 'barber')
    const counter = await new Counter(page).open()

    await counter.read(codeOf(first.id), end)
    await expect(counter.panel.getByRole('heading', { name: 'Amparo Giner' })).toBeVisible()
    await expect(counter.panel).toContainText('Visita registrada')
    await expect(counter.box).toBeFocused()
    await expect(counter.box).toHaveValue('')

    await counter.read(codeOf(second.id), end)
    await expect(counter.panel.getByRole('heading', { name: 'Benito Lara' })).toBeVisible()
    await expect(counter.button('Amparo Giner'), 'the last ones at the counter').toBeVisible()
    expect(await shop.visitsOf(first.id)).toBe(1)
    expect(await shop.visitsOf(second.id)).toBe(1)
  })
}

test('two scans in a row are both registered, though the server is slow', async ({ page, shop, signIn }) => {
  const [first, second] = [await shop.newCustomer(), await shop.newCustomer({ name: 'Benito Lara' })]
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  const letGo = await holdBack(page, /\/visits$/)
  await counter.read(codeOf(first.id))
  await expect(counter.panel).toContainText('Registrando la visita…')
  await counter.read(codeOf(second.id))
  letGo()
  await expect(counter.panel.getByRole('heading', { name: 'Benito Lara' })).toBeVisible()
  expect(await shop.visitsOf(first.id)).toBe(1)
  expect(await shop.visitsOf(second.id)).toBe(1)
})

test('a reader that reads the same code twice counts one visit', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer()
  const visits = collect(page, 'POST', /\/visits$/)
  // Both within one moment, however slow this machine is; before the app is loaded, which takes its clock along.
  await page.clock.setFixedTime(now())
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('Visita registrada')
  expect(visits).toHaveLength(1)
})

test('a reader is heard wherever the focus is', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer()
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.openCamera.focus()
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(counter.box).toBeFocused()
})

for (const [name, garbled] of [
  [
    'on a Spanish keyboard',
    (id: string) => `¨*type*Ñ*AXIOMA?CUSTOMER*,*customerId*Ñ*${id}*,*businessId*Ñ*demobarberia**`,
  ],
  ['with caps lock on', (id: string) => `{"TYPE":"axioma_customer","CUSTOMERiD":"${id.toUpperCase()}"}`],
] as const) {
  test(`a reader ${name} is understood`, async ({ page, shop, signIn }) => {
    const customer = await shop.newCustomer()
    await signIn(page, 'barber')
    const counter = await new Counter(page).open()
    await counter.read(garbled(customer.id))
    await expect(counter.panel).toContainText('Visita registrada')
    expect(await shop.visitsOf(customer.id)).toBe(1)
  })
}

test('a code that is none of ours says so', async ({ page, signIn }) => {
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read('https://example.test/carta')
  await expect(counter.panel).toContainText('❌ No se reconoció el contenido del QR.')
  await expect(counter.box).toBeFocused()
})

test("another business's code finds nobody", async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ name: 'Amparo Giner' })
  await signIn(page, 'otherOwner')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('⚠️ No se encontró el cliente.')
  await expect(page.getByText('Amparo Giner')).toHaveCount(0)
  expect(await shop.visitsOf(customer.id)).toBe(0)
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
