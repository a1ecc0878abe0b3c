import type { Page } from '@playwright/test'
import { Counter } from '../harness/counter.ts'
import { NewCustomer } from '../harness/customers.ts'
import { expect, test } from '../harness/test.ts'

// Spec: checkin-6, checkin-8
test("'Sumar por teléfono' registers the visit of a phone typed without the prefix", async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Fermina Ortiz' })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill(nationalOf(customer.phone))
  await counter.button('Sumar por teléfono').click()
  await expect(counter.panel).toContainText('✅ Visita registrada')
  await expect(counter.panel.getByRole('heading', { name: 'Fermina Ortiz' })).toBeVisible()
  await expect(counter.box).toBeFocused()
  expect(await shop.visitsOf(customer.id)).toBe(1)
})

test('an unknown phone or name is passed on to the form for a new customer', async ({
  page,
  shop,
  signIn,
}) => {
  const phone = shop.newPhone()
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill(phone)
  await counter.button('Sumar por teléfono').click()
  await expect(counter.panel).toContainText('⚠️ No se encontró el cliente.')
  const create = counter.panel.getByRole('link', { name: 'Crear cliente con este teléfono' })
  await expect(create, 'a barber may not create customers').toBeHidden()

  await signIn(page, 'admin')
  await counter.open()
  await counter.box.fill(phone)
  await counter.button('Sumar por teléfono').click()
  await create.click()
  await expect(page).toHaveURL('/app/customers/new')
  const form = new NewCustomer(page)
  await expect(form.phone).toHaveValue(phone.replaceAll(' ', ''))
  await page.reload()
  await expect(form.phone, 'the phone is kept after a reload').toHaveValue(phone.replaceAll(' ', ''))

  await counter.open()
  await counter.box.fill('Zósimo Quiñonero')
  await counter.box.press('Enter')
  await counter.panel.getByRole('link', { name: 'Crear cliente con este nombre' }).click()
  await expect(form.name).toHaveValue('Zósimo Quiñonero')
})

test('a name is found without accents and shows the last visit', async ({ page, signIn }) => {
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill('gomez ruiz')
  await expect(page.getByText('1 coincidencia')).toBeVisible()
  await expect(
    page.getByText(/Última visita: (ayer, \d+:\d\d|hace \d+ (días?|semanas?|mes|meses))/),
  ).toBeVisible()

  await counter.button('Ver la tarjeta de Ana Gómez Ruiz').click()
  await expect(counter.panel.getByRole('heading', { name: 'Ana Gómez Ruiz' })).toBeVisible()
  await expect(counter.card).toHaveAccessibleName('4 de 10 visitas')
  await expect(counter.panel).toContainText('Flequillo recto, sin navaja.')
  await expect(counter.panel.locator('time')).toHaveAttribute(
    'title',
    /^\p{L}+, \d+ de [a-z]+ de \d{4}, \d+:\d\d$/u,
  )
})

// Spec: checkin-10, roles-9
test('data hidden from a barber never reaches the browser', async ({ page, shop, signIn }) => {
  const email = 'prudencia.velasco@correo.test'
  const customer = await shop.newCustomer({ name: 'Prudencia Velasco', email })
  const answers = answersOf(page)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()

  await counter.box.fill('prudencia velasco')
  await counter.button('Ver la tarjeta de Prudencia Velasco').click()
  const facts = counter.panel.getByLabel('Datos del cliente')
  await expect(facts).toContainText(`34•••••••${customer.phone.slice(-2)}`)
  await expect(facts).toContainText('p•••••••••••••••o@correo.test')
  await expect(page.getByText('el resto del equipo, solo una parte')).toBeVisible()
  await counter.panel.getByRole('button', { name: 'Añadir visita' }).click()
  await expect(counter.panel).toContainText('Visita registrada')
  await counter.box.fill(customer.phone)
  await counter.button('Buscar').click()
  await expect(facts).toBeVisible()

  const received = (await Promise.all(answers)).join('\n')
  expect(received).toContain('Prudencia Velasco')
  for (const seen of [received, await page.content()]) {
    expect(seen).not.toContain(nationalOf(customer.phone))
    expect(seen).not.toContain(email)
  }
})

function nationalOf(phone: string): string {
  return phone.replace('+34', '')
}

function answersOf(page: Page): Promise<string>[] {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text())
  })
  return answers
}
