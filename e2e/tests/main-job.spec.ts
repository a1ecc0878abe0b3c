import { password } from '../harness/accounts.ts'
import { Counter, codeOf } from '../harness/counter.ts'
import { Registration } from '../harness/registration.ts'
import { expect, test } from '../harness/test.ts'

// Spec: product-1
test('from the poster to the discount: a customer registers, is scanned and gets the owed reward @sizes', async ({
  page,
  shop,
}) => {
  const form = await new Registration(page).open()
  await expect(page.getByText('Hoy, por registrarte: descuento de bienvenida')).toBeVisible()
  await expect(form.create).toBeDisabled()
  await form.fillIn('Inés Carrasco Vila', shop.newPhone())
  await form.create.click()

  await expect(form.done).toBeVisible()
  await expect(page.getByText('¡Gracias, Inés Carrasco Vila!')).toBeVisible()
  await expect(page.getByText('queda reservado para un solo servicio')).toBeVisible()
  await expect(page.getByText('Guárdalo ahora')).toBeVisible() // while WhatsApp is on trial, no message is promised
  await expect(page.getByText(/te enviamos el QR por WhatsApp/)).toHaveCount(0)
  const qr = form.qrOf('Inés Carrasco Vila')
  await expect(qr).toHaveJSProperty('complete', true)
  await expect(qr).not.toHaveJSProperty('naturalWidth', 0)
  const file = await page.getByRole('link', { name: 'Guardar mi QR' }).getAttribute('href')
  const customerId = /customers\/([^/]+)\/qr/.exec(file ?? '')?.[1] ?? ''

  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill('barber@demo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL('/staff/checkin')

  const counter = new Counter(page)
  await expect(counter.panel).toContainText('Listo para el siguiente')
  await counter.read(codeOf(customerId))
  await expect(counter.panel).toContainText('Visita registrada')
  await expect(counter.panel.getByRole('heading', { name: 'Inés Carrasco Vila' })).toBeVisible()
  await expect(counter.card).toHaveAccessibleName('1 de 10 visitas')
  const welcome = counter.owed('Descuento de bienvenida')
  await welcome.getByRole('button', { name: 'Canjear' }).click()
  await expect(counter.panel).toContainText('Canjeado')
  await expect(welcome).toBeHidden()
  expect(await shop.owedTo(customerId)).toEqual([])
})

for (const { before, kind, headline } of [
  { before: 4, kind: 'HALF', headline: '50 %' },
  { before: 9, kind: 'FREE', headline: 'GRATIS' },
] as const) {
  test(`visit ${before + 1} earns ${headline}, once`, async ({ page, shop, signIn }) => {
    const customer = await shop.newCustomer({ visits: before })
    await signIn(page, 'admin')
    const counter = await new Counter(page).open()

    await counter.read(codeOf(customer.id))
    await expect(counter.panel).toContainText('Ya se registró una visita hoy')
    await counter.authorize()
    await expect(counter.card).toHaveAccessibleName(`${before + 1} de 10 visitas`)
    const owed = counter.owed(headline)
    await expect(owed).toBeVisible()

    await owed.getByRole('button', { name: 'Canjear' }).click()
    await expect(counter.panel).toContainText('Canjeado')
    await expect(owed).toBeHidden()
    expect((await shop.owedTo(customer.id)).map((reward) => reward.kind)).not.toContain(kind)
  })
}

test('a reward redeemed at another counter is not redeemed again, and the counter says so', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ visits: 5 })
  await signIn(page, 'barber')
  const counter = new Counter(page)
  await page.goto(`/staff/checkin?cid=${customer.id}`)
  const redeem = counter.owed('50 %').getByRole('button', { name: 'Canjear' })
  await expect(redeem).toBeVisible()

  const [reward] = await shop.owedTo(customer.id)
  await shop.redeem(customer.id, reward?.id ?? '')
  await redeem.click()
  await expect(counter.panel.getByRole('alert')).toContainText('Esta recompensa ya se canjeó o se anuló.')
  await expect(redeem).toBeHidden()
})

test('the welcome discount does not combine with another reward of the day', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newcomer()
  await shop.stamp(customer.id, 5)
  await signIn(page, 'barber')
  const counter = new Counter(page)
  await page.goto(`/staff/checkin?cid=${customer.id}`)

  await counter.owed('50 %').getByRole('button', { name: 'Canjear' }).click()
  await expect(counter.owed('50 %')).toBeHidden()
  const welcome = counter.owed('Descuento de bienvenida')
  await expect(welcome).toContainText('no se combina con otra recompensa')
  await expect(welcome.getByRole('button')).toHaveCount(0)
  // A reloaded page does not know of the redemption and offers the button. The server refuses.
  await page.reload()
  await welcome.getByRole('button', { name: 'Canjear' }).click()
  await expect(counter.panel.getByRole('alert')).toContainText('no se combina con otra recompensa')
  await expect(welcome).toBeVisible()
})

test('a new stamp is animated, unless reduced motion is set', async ({ page, shop, signIn }) => {
  const [first, second] = [await shop.newCustomer(), await shop.newCustomer()]
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  const pressing = () =>
    counter.card
      .locator('[data-fresh]')
      .evaluate((stamp) => Number.parseFloat(getComputedStyle(stamp).animationDuration))

  await counter.read(codeOf(first.id))
  await expect(counter.card).toHaveAccessibleName('1 de 10 visitas')
  expect(await pressing()).toBeGreaterThan(0.1)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await counter.read(codeOf(second.id))
  await expect(counter.button(first.name)).toBeVisible()
  expect(await pressing()).toBeLessThan(0.001)
})

// Spec: checkin-11
test('an administrator authorizes a second visit of the day', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ visits: 1 })
  await signIn(page, 'admin')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await counter.authorize()
  await expect(counter.panel).toContainText('✅ Visita registrada')
  await expect(counter.card).toHaveAccessibleName('2 de 10 visitas')
  await expect(counter.box).toBeFocused()
  expect(await shop.visitsOf(customer.id)).toBe(2)
})
