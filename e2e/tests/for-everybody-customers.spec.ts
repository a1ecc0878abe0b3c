import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalOverflow } from '../harness/accessibility.ts'
import { CustomerList, CustomerRecord, NewCustomer } from '../harness/customers.ts'
import { delayRequests, mockResponse } from '../harness/requests.ts'
import { button, expectAnnounced } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const longName = 'Wenceslao Fernández-Villaverde de la Encina y Ruiz-Giménez'
const longWord = 'Wenceslao'.repeat(12)
const createdAt = '2026-01-02T10:00:00Z'

/** A customer with the longest value in every field. */
const customer = {
  id: 'c1wenceslao00000000000000',
  name: longName,
  phone: '+595981234567890',
  email: 'wenceslao.fernandez-villaverde.de.la.encina@barberia-de-la-encina-y-ruiz.example',
  birthday: '1990-05-03',
  notes: `Prefiere a la tarde. ${longWord}`,
  tag: 'BONO_FAMILIA',
  tagLabel: 'Bono Familia',
  active: true,
  masked: false,
  visitsCount: 1_234,
  lastVisitAt: createdAt,
  createdAt: createdAt,
  qrUrl: '/api/public/customers/c1wenceslao00000000000000/qr.png',
  family: { id: 'f1', name: longName, policy: 'POOL', role: 'PRIMARY' },
}

const withoutAnything = {
  ...customer,
  id: 'c2',
  name: longWord,
  phone: null,
  email: null,
  birthday: null,
  notes: null,
  tag: null,
  tagLabel: null,
  active: false,
  lastVisitAt: null,
  family: null,
}

const rewards = ['HALF', 'FREE', 'WELCOME', 'FREE'].map((kind, index) => ({
  id: `r${index}`,
  kind,
  status: 'PENDING',
  milestone: 10,
  note: '',
  createdAt: createdAt,
  redeemedAt: null,
}))

const progress = {
  cardId: 'card1',
  cardKind: 'FAMILY',
  familyName: longName,
  count: 1_230,
  target: 10,
  halfMilestone: 5,
  toHalf: 5,
  toFree: 10,
  vip: true,
  visitedToday: false,
  lastVisitAt: createdAt,
  pending: { half: true, free: true, welcome: true },
  rewards,
}

const visits = Array.from({ length: 4 }, (_, day) => ({
  id: `v${day}`,
  visitedAt: `2026-06-${String(day + 1).padStart(2, '0')}T10:30:00Z`,
  localDay: `2026-06-${String(day + 1).padStart(2, '0')}`,
  notes: day % 2 ? `Corte y barba. ${longWord}` : null,
  registeredBy: longName,
  authorizedBy: day % 3 ? null : longName,
}))

const merge = { mergedId: 'c3', mergedAt: createdAt, undoableUntil: '2099-01-02T10:00:00Z', undoneAt: null }

const merges = [
  { ...merge, id: 'm1', mergedName: longName },
  { ...merge, id: 'm2', mergedName: longWord, undoneAt: createdAt },
]

const list = <Item>(items: Item[], total = items.length, nextCursor: string | null = null) => ({
  body: { items, total, nextCursor },
})

const refused = { status: 422, body: { code: 'VALIDATION', message: `No se puede. ${longWord}` } }

async function longRecord(page: Page, name = longName): Promise<CustomerRecord> {
  const path = `/customers/${customer.id}`
  await mockResponse(page, 'GET', path, { body: { ...customer, name } })
  await mockResponse(page, 'GET', `${path}/progress`, { body: { ...progress, familyName: name } })
  await mockResponse(page, 'GET', `${path}/visits`, list(visits))
  await mockResponse(page, 'GET', `${path}/merges`, list(merges))
  const record = await new CustomerRecord(page, customer.id).open('repetidas')
  await expect(record.stamps).toHaveAccessibleName('10 de 10 visitas')
  await expect(record.history).toContainText('Mostrando 4 de 4')
  await expect(record.merging).toContainText('Deshecha')
  return record
}

test('accessible: the customers', async ({ page, signIn }) => {
  await signIn(page, 'admin')
  const releaseRequests = await delayRequests(page, /\/api\/customers\?/)
  const customers = await new CustomerList(page).open()
  await expect(customers.count).toHaveText('Buscando…')
  await expectAccessible(page)
  releaseRequests()

  await mockResponse(page, 'GET', '/customers', list([customer, withoutAnything], 1_284, 'next'))
  // The list requests its second page automatically.
  await page.route(
    ({ pathname, searchParams }) => pathname === '/api/customers' && searchParams.has('cursor'),
    (route) => route.fulfill({ status: refused.status, json: refused.body }),
  )
  await page.reload()
  await expect(customers.names).toHaveText([longName, longWord])
  await button(page, 'Ver más').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 }) // the list shows the QR button only on a wide screen
  await customers.showQr(longName).click()
  await expect(customers.dialog).toBeVisible()
  await expectAccessible(page)

  await mockResponse(page, 'GET', '/customers', refused)
  await page.reload()
  await expect(page.getByText('Error cargando clientes')).toBeVisible()
  await expectAccessible(page)
})

test('accessible: no customers, and the list of a barber', async ({ page, signIn }) => {
  await signIn(page, 'admin')
  await mockResponse(page, 'GET', '/customers', list([]))
  const customers = await new CustomerList(page).open()
  await expect(page.getByText('Aún no hay clientes')).toBeVisible()
  await expectAccessible(page)
  await customers.open(longWord)
  await expect(page.getByText('Ningún cliente coincide')).toBeVisible()
  await expectAccessible(page)

  await signIn(page, 'barber')
  await mockResponse(
    page,
    'GET',
    '/customers',
    list([{ ...customer, phone: '+34•••••••22', email: 'w•••e@•••', masked: true }]),
  )
  await customers.open()
  await expect(customers.names).toHaveText([longName])
  await expectAccessible(page)
})

test('accessible: a new customer', async ({ page, shop, signIn }) => {
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  await form.create.click()
  await expect(form.name).toHaveAccessibleDescription('Escribe el nombre.')
  await expectAccessible(page)

  await mockResponse(page, 'GET', '/customers', list([customer]))
  await mockResponse(page, 'POST', '/customers', refused)
  await form.fillIn(longName, shop.newPhone())
  await form.create.click()
  await expect(form.form).toContainText('❌ Error: No se puede.')
  await expect(form.form).toContainText('Ya hay un cliente que se llama así')
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  for (const existed of [true, false]) {
    await mockResponse(page, 'POST', '/customers', { body: { ...customer, existed } })
    await form.open()
    await form.fillIn(longName, shop.newPhone())
    await form.create.click()
    await expect(form.qr).toContainText(existed ? 'Este cliente ya existía' : 'Cliente creado:')
    await expectAccessible(page)
  }
  await expectNoHorizontalOverflow(page)
})

test('accessible: a record with very long data', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const record = await longRecord(page, longWord)
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  await mockResponse(page, 'POST', `/customers/${customer.id}/visits`, refused)
  await mockResponse(page, 'POST', `/customers/${customer.id}/rewards/r0/redeem`, refused)
  await button(record.card, 'Añadir nota').click()
  await button(record.card, 'Añadir visita').click()
  await button(record.owed('50 %'), 'Canjear').click()
  await expect(record.card.getByRole('alert')).toBeVisible()
  await expect(record.card).toContainText('No se pudo canjear la recompensa.')
  const form = await record.change()
  await form.name.fill('')
  await form.email.fill('sin-arroba')
  await form.birthday.fill('31/02')
  await form.tag.selectOption('')
  await form.save.click()
  await expect(form.name).toBeFocused()
  await expectAccessible(page)
})

test('accessible: the dialogs for merging and separating records', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const record = await longRecord(page)
  await mockResponse(page, 'GET', '/customers', list([withoutAnything, { ...customer, id: 'c4' }]))
  await mockResponse(page, 'POST', /\/(merge|undo)$/, refused)
  await button(record.merging, 'Unir con otra ficha').click()
  await record.dialog.getByLabel('Busca la otra ficha').fill('wences')
  await expect(record.dialog.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await record.dialog.getByRole('button', { name: longName }).last().click()
  await button(record.dialog, 'Unir las dos fichas').click()
  await expect(record.dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)

  await button(record.dialog, 'Cancelar').click()
  await button(record.merging, `Deshacer la unión con ${longName}`).click()
  await button(record.dialog, 'Separar las fichas').click()
  await expect(record.dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('accessible: the dialogs for deletions on a record', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const record = await longRecord(page)
  await mockResponse(page, 'DELETE', /\/api\/(customers|visits)\//, refused)
  await record.removals().first().click()
  await button(record.dialog, 'Eliminar la visita').click()
  await expect(record.dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)

  await button(record.dialog, 'Cancelar').click()
  await record.remove.click()
  await button(record.dialog, `Eliminar a ${longName}`).click()
  await expect(record.dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('accessible: a new reward, and a visit authorized by the OWNER', async ({ page, shop, signIn }) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'owner')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await shop.stamp(id, 4) // at another counter: this screen does not know of it
  await button(record.card, 'Añadir visita').click()
  await expect(record.dialog).toBeVisible()
  await mockResponse(page, 'POST', `/customers/${id}/visits`, refused)
  await button(record.dialog, 'Autorizar y registrar').click()
  await expect(record.dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)

  await page.unrouteAll()
  await button(record.dialog, 'Autorizar y registrar').click()
  await expect(record.card).toContainText('¡Recompensa ganada!')
  await expectAnnounced(page, 'con autorización del OWNER')
  await expectAccessible(page)
})

test('accessible: a record that is loading, missing, failing or empty', async ({ page, shop, signIn }) => {
  const { id } = await shop.newCustomer()
  const path = `/customers/${id}`
  await signIn(page, 'admin')
  const releaseRequests = await delayRequests(page, new RegExp(`/api${path}(/|$)`))
  await page.goto(`/app${path}`)
  await expect(page.locator('[aria-busy] .animate-pulse').first()).toBeVisible()
  await expectAccessible(page)
  releaseRequests()
  await page.reload()
  const record = new CustomerRecord(page, id)
  await expect(record.history).toContainText('Aún no hay visitas')
  await expectAccessible(page)
  await mockResponse(page, 'GET', new RegExp(`/api${path}/(progress|visits)`), refused)
  await page.reload()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expectAccessible(page)
  await mockResponse(page, 'GET', path, refused)
  await page.reload()
  await expect(page.getByText('No se pudo cargar el cliente.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/app/customers/noexiste00')
  await expect(page.getByText('No se encontró el cliente.')).toBeVisible()
  await expectAccessible(page)

  await page.unrouteAll()
  await signIn(page, 'barber')
  await record.open()
  await expect(record.stamps).toBeVisible()
  await expectAccessible(page)
})
