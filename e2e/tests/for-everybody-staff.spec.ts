import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalOverflow } from '../harness/accessibility.ts'
import { accounts } from '../harness/accounts.ts'
import { delayRequests, mockResponse } from '../harness/requests.ts'
import { Account, Businesses, button, panel, row, Settings, Team, Tools, userMenu } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const longName = 'Wenceslao Fernández-Villaverde de la Encina y Ruiz-Giménez'
/** A long name without a space. */
const longWord = 'Wenceslao'.repeat(13)
const longEmail = 'wenceslao.fernandez-villaverde.de.la.encina@barberia-de-la-encina-y-ruiz.example'
const longBusiness = 'Peluquería y barbería de caballeros «La Encina» de Wenceslao y sobrinos'
const owedHolder = { customerId: 'c1', name: longBusiness, family: true, rewards: 2 }

const created = '2026-01-02T10:00:00Z'

const user = {
  id: 'u1',
  email: longEmail,
  name: longName,
  role: 'BARBER',
  disabled: false,
  createdAt: created,
}

const restored = {
  held: 234_567,
  copiedAt: created,
  restoredAt: created,
  decision: null,
  decidedAt: null,
  decidedBy: null,
}

const list = <Item>(items: Item[], total = items.length) => ({ body: { items, total, nextCursor: null } })

const long = {
  users: list([
    user,
    { ...user, id: 'u2', name: '', disabled: true },
    { ...user, id: 'u3', role: 'ADMIN' },
    { ...user, id: 'u4', name: longWord },
  ]),
  customers: list(
    [longName, longWord].map((name, index) => ({
      id: `c${index + 1}`,
      name,
      phone: '+34611223344',
      email: longEmail,
      tag: null,
      visitsCount: 3,
    })),
    128_450,
  ),
  businesses: list([
    {
      id: 'b1',
      name: longBusiness,
      status: 'ACTIVE',
      createdAt: created,
      activity: {
        customers: 128_450,
        visitsThisMonth: 31_250,
        messagesThisMonth: 123_456,
        monthlyCap: 1_000_000,
      },
    },
    { id: 'b2', name: 'Sur', status: 'SUSPENDED', createdAt: created },
  ]),
  messages: list([
    {
      id: 'm1',
      businessId: 'b1',
      businessName: longBusiness,
      to: '+34611223344',
      kind: 'OTP',
      text: `123456 es tu código para ver tus puntos de ${longBusiness}. https://example.test/${'a'.repeat(80)}`,
      status: 'QUEUED',
      createdAt: created,
      sentAt: null,
    },
  ]),
  whatsApp: { body: { enabled: false, from: '+34611223344', dailyCap: 1_000_000, rpm: 1_000 } },
}

const nothing = list([])
const refused = { status: 422 }

const loading = (page: Page) => page.locator('.animate-pulse').first()

test('accessible: the dashboard', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const releaseRequests = await delayRequests(page, /\/api\/(users|customers|customers\/wa\/status)(\?|$)/)
  await page.goto('/app')
  await expect(loading(page)).toBeVisible()
  await expectAccessible(page)
  releaseRequests()

  await mockResponse(page, 'GET', '/business', { body: { id: 'demobarberia', name: longBusiness } })
  await mockResponse(page, 'GET', '/users', long.users)
  await mockResponse(page, 'GET', '/customers', long.customers)
  await mockResponse(page, 'GET', '/customers/wa/status', long.whatsApp)
  await page.reload()
  await expect(page.getByText(longName).first()).toBeVisible()
  await expect(panel(page, 'WhatsApp')).toContainText('Desactivado')
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  await mockResponse(page, 'GET', '/users', refused)
  await mockResponse(page, 'GET', '/customers', nothing)
  await mockResponse(page, 'GET', '/customers/wa/status', refused)
  await page.reload()
  await expect(page.getByText('Aún no hay clientes.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expectAccessible(page)
})

test('accessible: the tools of the business', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer()
  await signIn(page, 'owner')
  const releaseRequests = await delayRequests(page, /\/api\/customers(\?|$)/)
  const tools = await new Tools(page).open()
  await tools.search.fill('a')
  await expect(loading(page)).toBeVisible()
  await tools.add.click()
  await expect(tools.phone).toHaveAccessibleDescription(/Escribe el teléfono/)
  await expectAccessible(page)
  releaseRequests()

  await mockResponse(page, 'GET', '/customers', refused)
  await page.reload()
  await tools.search.fill('a')
  await expect(page.getByRole('alert')).toHaveText('Error cargando clientes')
  await tools.phone.fill(customer.phone)
  await tools.add.click()
  await expect(tools.answer).toContainText('✅')
  await expectAccessible(page)

  await mockResponse(page, 'GET', '/customers', long.customers)
  await mockResponse(page, 'POST', '/customers/c1/qr/send', { body: { queued: false, reason: longBusiness } })
  await page.reload()
  await tools.search.fill('a')
  await tools.resend(longName).click()
  await expect(row(page, longName)).toContainText(longBusiness)
  await tools.phone.fill(customer.phone)
  await tools.add.click()
  await expect(tools.answer).toContainText('⚠️')
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
})

// Spec: users-2
test('accessible: the team', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await mockResponse(page, 'GET', '/users', refused)
  await page.goto('/app/users')
  const team = new Team(page)
  await expect(page.getByRole('alert')).toHaveText('No se pudo cargar usuarios.')
  await team.startCreating()
  await team.create.click()
  await expect(team.email).toHaveAccessibleDescription(/Escribe un correo/)
  await expectAccessible(page)
  await button(team.dialog, 'Cancelar').click()
  await mockResponse(page, 'GET', '/users', nothing)
  await button(page, 'Reintentar').click()
  await expect(page.getByText('Aún no hay nadie más')).toBeVisible()
  await expectAccessible(page)

  await mockResponse(page, 'GET', '/users', long.users)
  await mockResponse(page, 'POST', '/users', { status: 409 })
  await team.open()
  await team.startCreating()
  await team.email.fill(accounts.barber)
  await team.password.fill('Tijera')
  await team.create.click()
  await expect(page.getByText('❌ No se pudo crear el usuario.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
  await button(team.dialog, 'Cancelar').click()

  await mockResponse(page, 'POST', '/users/u1/reset-password', { body: { tempPassword: 'W'.repeat(40) } })
  await team.reset(longName).first().click()
  await button(team.dialog, 'Restablecer contraseña').click()
  await expect(team.dialog).toContainText('Solo se muestra ahora.')
  await expectAccessible(page)
  await button(team.dialog, 'Ya la he apuntado').click()
  await mockResponse(page, 'POST', '/users/u1/disable', refused)
  await team.disable(longName).first().click()
  await button(team.dialog, `Desactivar a ${longName}`).click()
  await expect(team.dialog.getByText('❌ No se pudo guardar.')).toBeVisible()
  await expectAccessible(page)
  await button(team.dialog, 'Cancelar').click()
  await team.disable(longWord).click()
  await expectNoHorizontalOverflow(page)
})

test('accessible: a new account and the own account', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/app/staff/new')
  const team = new Team(page)
  await team.email.fill(accounts.barber)
  await team.password.fill('Tijera')
  await team.create.click()
  await expect(page.getByText('❌ Error: Ya existe un usuario con este correo.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  const account = await new Account(page).open()
  await account.fillIn('a', 'b', 'c')
  await account.repeated.blur()
  await expect(account.form).toContainText('❌ Revisa los campos')
  await expectAccessible(page)
  await account.fillIn('No-es-esta-1', 'Otra-Navaja-2026')
  await account.submit.click()
  await expect(account.current).toHaveAccessibleDescription('La contraseña actual no es correcta.')
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
})

test('accessible: the settings', async ({ page, signIn }) => {
  // Shortens the list of 400 time zones, because its elements are all alike.
  await page.addInitScript(() => {
    Intl.supportedValuesOf = () => ['America/Argentina/ComodRivadavia', 'Europe/Lisbon']
  })
  await signIn(page, 'otherOwner')
  const settings = await new Settings(page).open('negocio')
  await settings.name.fill('')
  await settings.save.click()
  await expect(settings.name).toHaveAccessibleDescription('Escribe el nombre del negocio.')
  await expectAccessible(page)
  await settings.name.fill(longBusiness)
  await settings.go('Tarjeta')
  await settings.target.fill('1')
  await settings.welcome.fill('x'.repeat(121))
  await settings.save.click()
  await expect(settings.target).toHaveAccessibleDescription(/entre 2 y 50/)
  await expectAccessible(page)

  await mockResponse(page, 'POST', '/business/targets/preview', {
    body: { customers: 1234, rewards: 2345, free: 1234, holders: [owedHolder] },
  })
  await mockResponse(page, 'PATCH', '/business', refused)
  await settings.target.fill('50')
  await settings.welcome.fill('')
  await settings.save.click()
  await button(settings.dialog, 'Conceder 2345 recompensas a 1234 clientes').click()
  await expect(settings.dialog.getByText('❌ No se pudo guardar.')).toBeVisible()
  await expectAccessible(page)
  await button(settings.dialog, 'Cancelar').click()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  await mockResponse(page, 'GET', '/business', refused)
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('No se pudo cargar.')
  await expectAccessible(page)
})

test('accessible: the control panel', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await page.goto('/app')
  await expect(page.getByText('Elige primero un negocio')).toBeVisible()
  await expectAccessible(page)

  await mockResponse(page, 'GET', '/cp/businesses', long.businesses)
  await mockResponse(page, 'GET', '/business', { body: { id: 'b1', name: longBusiness } })
  await page.goto('/cpanel')
  await page.getByRole('link', { name: `Panel de ${longBusiness}` }).click()
  await page.goto('/cpanel')
  await expect(row(page, longBusiness)).toContainText('Elegido')
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  for (const backup of [
    { at: created, old: true, nightly: true },
    { at: created, old: false, nightly: true },
  ]) {
    await mockResponse(page, 'GET', '/cp/backup', { body: backup })
    await page.reload()
    await expect(page.getByText('Última copia de seguridad:').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalOverflow(page)
  }

  const panel = new Businesses(page)
  await panel.create.click()
  await panel.dialog.locator('button[type=submit]').click()
  await expect(page.getByText('Indica el nombre.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  for (const answer of [nothing, refused]) {
    await mockResponse(page, 'GET', '/cp/businesses', answer)
    await page.reload()
    await expect(page.getByText(/Aún no hay negocios|No se pudo cargar el listado/)).toBeVisible()
    await expectAccessible(page)
  }
})

test('accessible: the messages', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await mockResponse(page, 'GET', '/cp/wa/messages', long.messages)
  await page.goto('/cpanel/mensajes')
  await expect(row(page, '+34 611 22 33 44')).toContainText('En cola')
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
  for (const answer of [nothing, refused]) {
    await mockResponse(page, 'GET', '/cp/wa/messages', answer)
    await page.reload()
    await expect(page.getByText(/Aún no hay mensajes|No se pudieron cargar/)).toBeVisible()
    await expectAccessible(page)
  }
})

// Spec: families-10
test('accessible: the held messages of a restored backup', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await mockResponse(page, 'GET', '/cp/wa/restored', { body: restored })
  await page.goto('/cpanel/mensajes')
  await expect(page.getByText(/esperan desde que se restauró/)).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
  await button(page, 'No enviar ninguno').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)

  const decided = { ...restored, decision: 'DROP', decidedAt: created, decidedBy: longWord }
  await mockResponse(page, 'POST', '/cp/wa/restored', { body: decided })
  await mockResponse(page, 'GET', '/cp/wa/restored', { body: decided })
  const requests: string[] = []
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()))
  await button(page, 'Descartar 234.567 mensajes').dblclick()
  await expect(page.getByText('Se hace poco a poco')).toBeVisible()
  expect(requests).toHaveLength(1)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
})

// Spec: shell-8
test('accessible: the frame of every screen', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.route('**/app-version.json?ts=*', (route) => route.fulfill({ json: { version: '2.0.0' } }))
  await page.evaluate(() => localStorage.setItem('axioma.version', '"1.0.0"'))
  await page.goto('/app/account')
  await expect(button(page, 'Actualizar')).toBeVisible()
  await expectAccessible(page)
  await userMenu(page).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)

  await signIn(page, 'barber')
  await page.goto('/unauthorized')
  await expect(page.getByText('No tienes permisos')).toBeVisible()
  await expectAccessible(page)
})
