import type { Page } from '@playwright/test'
import { Counter, codeOf } from '../harness/counter.ts'
import { NewCustomer } from '../harness/customers.ts'
import { expect, test } from '../harness/test.ts'

test("'Sumar por teléfono' registers the visit, prefix or not", async ({ page, shop, signIn }) => {
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

test("'Buscar' finds the customer by phone and registers nothing by itself", async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Fermina Ortiz' })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill(customer.phone)
  await counter.button('Buscar').click()
  await expect(counter.panel.getByRole('heading', { name: 'Fermina Ortiz' })).toBeVisible()
  await expect(counter.card).toHaveAccessibleName('0 de 10 visitas')
  expect(await shop.visitsOf(customer.id)).toBe(0)

  await counter.panel.getByRole('button', { name: 'Añadir visita' }).click()
  await expect(counter.card).toHaveAccessibleName('1 de 10 visitas')
  await counter.panel.getByRole('button', { name: 'Ver sus datos' }).click()
  await expect(counter.panel).toContainText('Hoy ya se le registró una visita.')
})

test("'Abrir detalle' leads to the record, masked for a barber, and back to the card", async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Fermina Ortiz', visits: 2 })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  const link = page.getByRole('link', { name: 'Abrir detalle' })
  const record = page.getByRole('heading', { level: 1, name: 'Fermina Ortiz' })
  const openAndComeBack = async () => {
    await link.click()
    await expect(page).toHaveURL(`/app/customers/${customer.id}`)
    await expect(record).toBeVisible()
    await expect(page.getByText(`34•••••••${customer.phone.slice(-2)}`)).toBeVisible()
    await page.goBack()
    await expect(counter.panel.getByRole('heading', { name: 'Fermina Ortiz' })).toBeVisible()
    await expect(counter.card).toHaveAccessibleName('2 de 10 visitas')
  }
  await counter.box.fill(customer.phone)
  await counter.button('Buscar').click()
  await openAndComeBack()
  await counter.page.goto(`/staff/checkin?cid=${customer.id}`)
  await openAndComeBack()
  await counter.page.goto('/staff/checkin')
  await counter.box.fill(customer.phone)
  await openAndComeBack()
})

test('a phone of another country is found without its prefix; where two countries have it, one is chosen', async ({
  page,
  shop,
  signIn,
}) => {
  const national = `96${shop.newPhone().replaceAll(' ', '').slice(-7)}`
  const luso = await shop.newCustomer({ name: 'Luso Uno', phone: `+351${national}` })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill(national)
  await counter.button('Buscar').click()
  await expect(counter.panel.getByRole('heading', { name: 'Luso Uno' })).toBeVisible()
  await counter.box.fill(national)
  await counter.button('Sumar por teléfono').click()
  await expect(counter.panel).toContainText('✅ Visita registrada')
  expect(await shop.visitsOf(luso.id)).toBe(1)

  await shop.newCustomer({ name: 'Franco Dos', phone: `+33${national}` })
  await counter.box.fill(national)
  await counter.button('Sumar por teléfono').click()
  await expect(counter.panel).toContainText('⚠️ Con un teléfono así vienen varios clientes.')
  await expect(counter.panel.getByRole('list', { name: 'Clientes que coinciden' })).toBeVisible()
  await counter.panel.getByRole('button', { name: 'Añadir visita a Franco Dos' }).click()
  await expect(counter.panel).toContainText('✅ Visita registrada')
  await expect(counter.panel.getByRole('heading', { name: 'Franco Dos' })).toBeVisible()
})

test('a phone that nobody has finds nobody', async ({ page, shop, signIn }) => {
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  for (const act of ['Buscar', 'Sumar por teléfono']) {
    await counter.box.fill(shop.newPhone())
    await counter.button(act).click()
    await expect(counter.panel).toContainText('⚠️ No se encontró el cliente.')
    await page.keyboard.press('Escape')
    await expect(counter.panel).toContainText('Listo para el siguiente')
  }
})

test('whoever may create customers takes a phone or a name that nobody has along to the form', async ({
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
  await expect(create, 'for a barber').toBeHidden()

  await signIn(page, 'admin')
  await counter.open()
  await counter.box.fill(phone)
  await counter.button('Sumar por teléfono').click()
  await create.click()
  await expect(page).toHaveURL('/app/customers/new')
  const form = new NewCustomer(page)
  await expect(form.phone).toHaveValue(phone.replaceAll(' ', ''))
  await page.reload()
  await expect(form.phone, 'after a reload').toHaveValue(phone.replaceAll(' ', ''))

  await counter.open()
  await counter.box.fill('Zósimo Quiñonero')
  await counter.box.press('Enter')
  await counter.panel.getByRole('link', { name: 'Crear cliente con este nombre' }).click()
  await expect(form.name).toHaveValue('Zósimo Quiñonero')
})

test('a name is found without its accents, with when the customer came last @sizes', async ({
  page,
  signIn,
}) => {
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

test('a name that nobody has says so', async ({ page, signIn }) => {
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill('Nadie Con Este Nombre')
  await expect(page.getByText('Ningún cliente coincide.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(counter.panel).toContainText('⚠️ No se encontró el cliente.')
})

test('of several of a name one is chosen with the arrow keys', async ({ page, shop, signIn }) => {
  for (const name of ['Gemela Arias Uno', 'Gemela Arias Dos']) await shop.newCustomer({ name })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill('gemela arias')
  const rows = page.getByRole('list', { name: 'Clientes que coinciden' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const second = (await rows.nth(1).getByRole('button', { name: 'Ver la tarjeta' }).textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(counter.panel.getByRole('heading', { name: second })).toBeVisible()
})

test('?cid= opens the card of a customer, until the counter turns to the next', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Fermina Ortiz', visits: 3 })
  const next = await shop.newCustomer({ name: 'Gaspar Mena' })
  await signIn(page, 'barber')
  const counter = new Counter(page)
  await page.goto(`/staff/checkin?cid=${customer.id}`)
  await expect(counter.panel.getByRole('heading', { name: 'Fermina Ortiz' })).toBeVisible()
  await expect(counter.card).toHaveAccessibleName('3 de 10 visitas')
  await counter.read(codeOf(next.id))
  await expect(counter.panel.getByRole('heading', { name: 'Gaspar Mena' })).toBeVisible()
  await expect(page).toHaveURL('/staff/checkin')
})

test('what a barber may not see never reaches the browser', async ({ page, shop, signIn }) => {
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
  await expect(page.getByText('el personal los ve ocultos')).toBeVisible()
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

test('an administrator sees the data whole', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ name: 'Quirino Pardo', email: 'quirino@correo.test' })
  await signIn(page, 'admin')
  const counter = new Counter(page)
  await page.goto(`/staff/checkin?cid=${customer.id}`)
  const facts = counter.panel.getByLabel('Datos del cliente')
  await expect(facts).toContainText('quirino@correo.test')
  await expect(facts).toContainText(/\+34 680 \d\d \d\d \d\d/)
})

function nationalOf(phone: string): string {
  return phone.replace('+34', '')
}

/** The texts of all that the server answers, from now on. */
function answersOf(page: Page): Promise<string>[] {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text())
  })
  return answers
}
