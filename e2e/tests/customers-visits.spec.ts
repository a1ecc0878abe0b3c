import { CustomerRecord } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { mockResponse } from '../harness/requests.ts'
import { button, expectAnnounced, storedSession, toast } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const addVisit = (record: CustomerRecord) => button(record.card, 'Añadir visita')

// Spec: record-2
test('a mistaken visit is undone from its toast', async ({ page, shop, signIn }) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'barber')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.head).toContainText('Aún no ha venido')
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await addVisit(record).click()
  await button(page, 'Deshacer').click() // first, because the button is shown for only ten seconds
  await expectAnnounced(page, '✅ Visita registrada.')
  await expectAnnounced(page, 'deshecha. La tarjeta está como antes.')
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await expect(record.history).toContainText('Aún no hay visitas')
  expect(await shop.visitsOf(id)).toBe(0)

  await addVisit(record).click()
  await expect(record.stamps, 'the undone visit does not count as a visit of today').toHaveAccessibleName(
    '1 de 10 visitas',
  )
  await expect(record.head).toContainText('Última visita: hoy')
  await expect(record.history).toContainText('Mostrando 1 de 1')
})

// Spec: record-13, states-7, states-9, states-10, states-12
test('the visit that earns the half reward is celebrated, and its reward is redeemed once', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer({ visits: 4 })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.stamps).toHaveAccessibleName('4 de 10 visitas')
  await expect(record.card).not.toContainText('Recompensa pendiente')
  await record.authorize()
  await expectAnnounced(page, '✅ Otra visita registrada hoy.')
  await expect(record.card).toContainText('¡Recompensa ganada! Tiene un 50 % de descuento.')
  await expect(record.card).toContainText('Recompensa pendiente')
  await expect(record.stamps).toHaveAccessibleName('5 de 10 visitas')

  await button(record.owed('50 %'), 'Canjear').click()
  await expectAnnounced(page, '✅ Canjeado:')
  await expect(record.owed('50 %')).toBeHidden()
  await expect(record.card).not.toContainText('Recompensa pendiente')
  expect(await shop.owedTo(id)).toEqual([])
})

// Spec: record-19, states-15, roles-19, errors-34
test('a second visit on one day is authorized by a signed-in OWNER in a dialog', async ({
  page,
  shop,
  signIn,
}) => {
  const { id, name } = await shop.newCustomer()
  await signIn(page, 'owner')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await shop.stamp(id) // at another counter: this screen does not know of it
  await addVisit(record).click()
  await expect(record.dialog.getByRole('heading')).toHaveText('Segunda visita en el día')
  await expect(record.dialog).toContainText(`Ya se registró una visita de ${name} hoy.`)
  await expect(record.dialog).toContainText('Mañana se le podrá poner otro sello.')

  await mockResponse(page, 'POST', `/customers/${id}/visits`, { status: 422, body: { code: 'VALIDATION' } })
  await button(record.dialog, 'Autorizar y registrar').click()
  await expect(record.dialog.getByRole('alert')).toContainText('No se pudo autorizar.')
  await page.unrouteAll()
  await button(record.dialog, 'Autorizar y registrar').click()
  await expectAnnounced(page, '✅ Visita registrada con autorización del OWNER.')
  await expect(record.dialog).toBeHidden()
  await expect(record.stamps).toHaveAccessibleName('2 de 10 visitas')
  await expect(record.history).toContainText('Autorizada por Manuel Ortega')
})

// Spec: states-5
test('a session ended during a visit leads to the sign-in', async ({ page, shop, signIn }) => {
  for (const status of [401, 403]) {
    const { id } = await shop.newCustomer()
    await signIn(page, 'barber')
    await mockResponse(page, 'POST', `/customers/${id}/visits`, { status })
    await addVisit(await new CustomerRecord(page, id).open()).click()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => storedSession(page)).toBe('"barber@demo.test"')
    await page.unrouteAll()
    await signIn(page, 'barber')
    await page.goto('/app/customers/list')
    await expect.poll(() => shop.visitsOf(id), 'the waiting visit is not lost').toBe(1)
  }
})

test('a visit is registered, authorized and undone, and a reward redeemed, by keyboard alone', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'owner')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await shop.stamp(id, 4) // at another counter: this screen does not know of it
  await tabTo(page, addVisit(record))
  await page.keyboard.press('Enter')
  await expect(record.dialog).toBeVisible()
  await expect(button(record.dialog, 'Autorizar y registrar')).toBeEnabled()
  await tabTo(page, button(record.dialog, 'Autorizar y registrar'))
  await page.keyboard.press('Enter')
  await expect(record.stamps).toHaveAccessibleName('5 de 10 visitas')
  await expect(record.dialog).toBeHidden()
  const further = button(record.card, 'Registrar otra visita hoy')
  await expect(further, 'the pressed button has the focus again').toBeFocused()
  await expect(further).toBeEnabled()
  await page.keyboard.press('Space')
  await expect(record.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record.dialog).toBeHidden()
  await expect(further).toBeFocused()

  await expect(button(record.owed('50 %'), 'Canjear')).toBeEnabled()
  await tabTo(page, button(record.owed('50 %'), 'Canjear'))
  await page.keyboard.press('Enter')
  await expect(record.owed('50 %')).toBeHidden()
  await tabTo(page, further, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const sure = button(record.dialog, 'Sí, registrarla')
  await expect(sure).toBeEnabled()
  await tabTo(page, sure)
  await page.keyboard.press('Enter')
  await expect(record.stamps).toHaveAccessibleName('6 de 10 visitas')
  await page.keyboard.press('Alt+T')
  await tabTo(page, button(toast(page, 'Otra visita registrada hoy.'), 'Deshacer'))
  await page.keyboard.press('Enter')
  await expect(record.stamps).toHaveAccessibleName('5 de 10 visitas')
})
