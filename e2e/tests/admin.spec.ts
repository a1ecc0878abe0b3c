import { tabTo } from '../harness/keyboard.ts'
import { dropResponses } from '../harness/requests.ts'
import { panel, row, Tools } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

// Spec: admin-2, admin-3, admin-6, admin-7, admin-8
test('a visit is added by phone with the default note, and the QR is sent again @sizes', async ({
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
    '⚠️ Ya se registró una visita hoy. Mañana se le podrá poner otro sello.',
  )

  await tools.search.fill(name.toLowerCase())
  await expect(panel(page, 'Clientes')).toContainText('1 cliente')
  await tools.resend(name).click()
  await expect(row(page, name)).toContainText('❌ El cliente no ha aceptado mensajes de WhatsApp.')
  await page.getByRole('link', { name: `Detalle de ${name}` }).click()
  await expect(page).toHaveURL(`/app/customers/${customer.id}`)
})

// Spec: calls-24
test('a visit by phone with a lost response counts once after a retry', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer()
  await signIn(page, 'admin')
  await dropResponses(page, /\/visits\/by-phone$/, 1)
  const tools = await new Tools(page).open()
  await tools.phone.fill(customer.phone)
  await tools.add.click()
  await expect(tools.answer).toContainText('Visita guardada en este dispositivo')
  await expect(page.getByText('Una visita sin enviar'), 'no visit is left unsent').toHaveCount(0)
  expect(await shop.visitsOf(customer.id)).toBe(1)
})

// Spec: admin-2
test('a visit is added and a customer found by keyboard alone', async ({ page, shop, signIn }) => {
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
