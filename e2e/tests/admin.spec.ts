import { CustomerRecord } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { type Forced, force, loseAnswers } from '../harness/requests.ts'
import { button, expectSaid, panel, row, Tools } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const byPhone = '/customers/visits/by-phone'

test('a visit is added by phone with the usual note, and the QR sent again @sizes', async ({
  page,
  shop,
  signIn,
}) => {
  const name = `Casilda Ferrán ${shop.newWord()}`
  const customer = await shop.newCustomer({ name })
  await signIn(page, 'admin')
  const tools = await new Tools(page).open()
  await expect(tools.notes).toHaveValue('Puntos manuales (admin)')
  await tools.phone.fill(customer.phone)
  await tools.add.click()
  await expect(tools.answer).toHaveText(`✅ Visita registrada: ${name} lleva 1 de 10.`)
  await expect(tools.phone).toHaveValue('')
  const visits = await shop.as<{ items: { notes: string }[] }>(
    'admin',
    'GET',
    `/customers/${customer.id}/visits`,
  )
  expect(visits.items.map(({ notes }) => notes)).toEqual(['Puntos manuales (admin)'])

  await tools.phone.fill(customer.phone)
  await tools.add.click()
  await expect(tools.answer).toHaveText(
    '⚠️ Ya se registró una visita hoy. Podrá registrarse mañana a partir de las 00:00.',
  )

  await tools.search.fill(name.toLowerCase())
  await expect(panel(page, 'Clientes')).toContainText('1 cliente')
  await tools.resend(name).click()
  await expect(row(page, name)).toContainText('❌ El cliente no ha aceptado mensajes de WhatsApp.')
  await page.getByRole('link', { name: `Detalle de ${name}` }).click()
  await expect(page).toHaveURL(`/app/customers/${customer.id}`)
})

// No two that follow each other are answered alike: what is read is always the answer to the last press.
const refusals: [string, Forced | null, string][] = [
  [
    'nobody has the phone',
    { status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } },
    '⚠️ No se encontró el cliente.',
  ],
  ['a conflict', { status: 409 }, '⚠️ Ya se registró una visita hoy'],
  [
    'words of the server',
    { status: 422, body: { code: 'VALIDATION', message: 'Ese teléfono no existe.' } },
    '❌ Ese teléfono no existe.',
  ],
  [
    'a message that names the day',
    { status: 400, body: { message: 'Ya tiene visita hoy.' } },
    '⚠️ Ya se registró una visita hoy',
  ],
  ['no words at all', { status: 422, body: { code: 'VALIDATION' } }, '❌ No se pudo registrar por teléfono.'],
]

test('a visit by phone that is refused says why', async ({ page, shop, signIn }) => {
  await signIn(page, 'admin')
  const tools = await new Tools(page).open()
  await tools.add.click()
  await expect(tools.phone).toHaveAccessibleDescription(/Escribe el teléfono\./)
  await tools.phone.fill(shop.newPhone())
  for (const [reason, answer, words] of refusals) {
    await force(page, 'POST', byPhone, answer)
    await tools.add.click()
    await expect(tools.answer, reason).toHaveText(words)
  }
  await expect(tools.phone, 'what was typed').not.toHaveValue('')
})

test('a visit by phone whose answer is lost counts once when it is sent again', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  await signIn(page, 'admin')
  await loseAnswers(page, /\/visits\/by-phone$/, 1)
  const tools = await new Tools(page).open()
  await tools.phone.fill(customer.phone)
  await tools.add.click()
  await expect(tools.answer).toContainText('Visita guardada en este dispositivo')
  await expect(page.getByText('Una visita sin enviar'), 'it goes by itself').toHaveCount(0)
  expect(await shop.visitsOf(customer.id)).toBe(1)
})

test('a list that does not come and a QR that is not sent say why', async ({ page, shop, signIn }) => {
  const name = `Telmo Arce ${shop.newWord()}`
  const { id } = await shop.newCustomer({ name })
  await signIn(page, 'admin')
  await force(page, 'GET', '/customers', { status: 422 })
  const tools = await new Tools(page).open()
  const list = panel(page, 'Clientes')
  await expect(list.getByRole('alert')).toHaveText('Error cargando clientes')
  await page.unrouteAll()
  await button(list, 'Reintentar').click()
  await tools.search.fill('nadie se llama así')
  await expect(list).toContainText('Ningún cliente coincide')
  await tools.search.fill(name)
  for (const [answer, words] of [
    [
      { body: { queued: false, reason: 'El cliente no tiene teléfono.' } },
      '❌ El cliente no tiene teléfono.',
    ],
    [{ body: { queued: false, error: 'Sin créditos.' } }, '❌ Sin créditos.'],
    [{ status: 409 }, '❌ No se pudo enviar el QR.'],
    [null, '❌ No hay conexión con el servidor. Inténtalo de nuevo.'],
  ] as const) {
    await force(page, 'POST', `/customers/${id}/qr/send`, answer)
    await tools.resend(name).click()
    await expect(row(page, name).getByRole('status')).toHaveText(words)
  }
})

test('an administrator allows a further visit of the day on the visit card', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ visits: 1 })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, customer.id).open()
  const { card } = record
  await expect(card).toContainText('Hoy ya tiene su visita.')

  await force(page, 'POST', `/customers/${customer.id}/visits`, { status: 422, body: { code: 'VALIDATION' } })
  await record.authorise()
  await expect(card.getByRole('alert')).toContainText('No se pudo registrar la visita adicional.')
  await page.unrouteAll()
  await record.authorise()
  await expect(card.getByRole('img')).toHaveAccessibleName('2 de 10 visitas')
  await expectSaid(page, '✅ Visita adicional registrada.')
  expect(await shop.visitsOf(customer.id)).toBe(2)
})

test('with the keyboard alone a visit is added and a customer found', async ({ page, shop, signIn }) => {
  const name = `Petra Luján ${shop.newWord()}`
  const customer = await shop.newCustomer({ name })
  await signIn(page, 'admin')
  const tools = await new Tools(page).open()
  await tabTo(page, tools.phone)
  await page.keyboard.type(customer.phone)
  await tabTo(page, tools.notes)
  await page.keyboard.type('Sin móvil')
  await page.keyboard.press('Enter')
  await expect(tools.answer).toContainText('✅ Visita registrada')
  await expect(tools.notes).toBeFocused()

  await tabTo(page, tools.search)
  await page.keyboard.type(name)
  await expect(panel(page, 'Clientes')).toContainText('1 cliente')
  await tabTo(page, tools.resend(name))
  await page.keyboard.press('Space')
  await expect(row(page, name)).toContainText('❌ El cliente no ha aceptado mensajes de WhatsApp.')
  await expect(tools.resend(name)).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: `Detalle de ${name}` }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/app/customers/${customer.id}`)
})
