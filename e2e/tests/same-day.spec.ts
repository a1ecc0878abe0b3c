import { Counter, codeOf } from '../harness/counter.ts'
import { expect, test } from '../harness/test.ts'

test('a barber is told why not and from when, and cannot authorise', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ name: 'Berta Salinas', visits: 1 })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('⚠️ Ya se registró una visita hoy')
  await expect(counter.panel.getByRole('heading', { name: 'Berta Salinas' })).toBeVisible()
  await expect(counter.panel).toContainText('Podrá registrarse mañana a partir de las 00:00.')
  await expect(counter.panel).toContainText('solo puede autorizar otra visita un ADMIN, OWNER o SUPERADMIN')
  await expect(counter.button('Autorizar otra visita')).toHaveCount(0)
  expect(await shop.visitsOf(customer.id)).toBe(1)
})

for (const role of ['admin', 'owner'] as const) {
  test(`the ${role} authorises another visit`, async ({ page, shop, signIn }) => {
    const customer = await shop.newCustomer({ visits: 1 })
    await signIn(page, role)
    const counter = await new Counter(page).open()
    await counter.read(codeOf(customer.id))
    await counter.authorise()
    await expect(counter.panel).toContainText('✅ Visita registrada')
    await expect(counter.card).toHaveAccessibleName('2 de 10 visitas')
    await expect(counter.box).toBeFocused()
    expect(await shop.visitsOf(customer.id)).toBe(2)
  })
}

test('whom a refused phone belongs to is shown, so that the visit can be authorised', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Berta Salinas', visits: 1 })
  await signIn(page, 'admin')
  const counter = await new Counter(page).open()
  await counter.box.fill(customer.phone)
  await counter.button('Sumar por teléfono').click()
  await expect(counter.panel).toContainText('⚠️ Ya se registró una visita hoy')
  await expect(counter.panel.getByRole('heading', { name: 'Berta Salinas' })).toBeVisible()
  await counter.authorise()
  await expect(counter.card).toHaveAccessibleName('2 de 10 visitas')
})
