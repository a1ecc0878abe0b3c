import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { mailState, walletState } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { ControlPanelScreen } from './ControlPanelScreen'

const server = mockServer()
const overview = { businesses: 1234, activeBusinesses: 1232, waitingMessages: 0, blockedMessages: 0 }
beforeEach(() => {
  server.respond('get', '/cp/overview', overview)
  server.respond('get', '/cp/wa/token', { endsAt: null, near: false })
  server.respond('get', '/cp/wa/restored', { held: 0, decision: null })
  server.respond('get', '/cp/backup', { at: null, old: true, nightly: false })
  server.respond('get', '/cp/mail', mailState)
  server.respond('get', '/cp/wallet', walletState)
  server.respond('get', '/auth/tried', { items: [] })
  server.respond('get', '/cp/version', {
    version: '1.2.3',
    asks: false,
    newest: null,
    address: null,
    newer: false,
  })
})
const activity = { customers: 1234, visitsThisMonth: 56, messagesThisMonth: 7, monthlyCap: 5000 }
const north = { id: 'b1', name: 'Norte', status: 'ACTIVE', createdAt: '2026-01-02T10:00:00Z', activity }
const south = { id: 'b2', name: 'Sur', status: 'SUSPENDED', createdAt: '2026-03-04T10:00:00Z', activity }

// Spec: product-4, families-8, families-9, calls-34
test.each([[[north, south]], [{ items: [north, south] }]])(
  'lists each business with its links: %j',
  async (list) => {
    server.respond('get', '/cp/businesses', list)
    await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
    const row = (await screen.findByText('Norte')).closest('tr')
    expect(row).toHaveTextContent('Elegido')
    expect(row).toHaveTextContent('Activo')
    expect(row).toHaveTextContent('02/01/2026')
    expect(screen.getByText('Sur').closest('tr')).toHaveTextContent('Suspendido')
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.slice(0, 3)).toEqual(['Nombre', 'Estado', 'Creado'])
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('Clientes de Sur')).toBe('/app/customers?businessId=b2')
    expect(href('Panel de Sur')).toMatch(/^\/app\/admin\?businessId=b2$/)
  },
)

// Spec: calls-35, errors-43
test.each([400, 401, 403])('a response of %i shows an error and keeps the session', async (status) => {
  server.respond('get', '/cp/businesses', {}, status)
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar el listado de negocios (CP).')
  expect(session.get()).not.toBeNull()
})

// Spec: errors-44
test('a network error shows a retry', async () => {
  server.fail('get', '/cp/businesses')
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de red')
  server.respond('get', '/cp/businesses', [])
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Aún no hay negocios')).toBeVisible()
})

test("warns of password guessing on an operator's account", async () => {
  server.respond('get', '/cp/businesses', [])
  const accounts = ['ana@x.test', 'leo@x.test'].map((email) => ({ id: email, email, role: 'SUPERADMIN' }))
  server.respond('get', '/auth/tried', { items: accounts })
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  expect(await screen.findByText('Alguien prueba contraseñas en cuentas de operador')).toBeVisible()
  expect(screen.getByText(/se han probado muchas/)).toHaveTextContent('en ana@x.test y leo@x.test.')
  expect(screen.getByRole('link', { name: 'Cambiar mi contraseña' })).toHaveAttribute('href', '/app/account')
})

async function openPanel() {
  server.respond('get', '/cp/businesses', [north])
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  const strip = within(screen.getByRole('list', { name: 'Estado de la instalación' }))
  return (name: RegExp) => strip.findByRole('link', { name })
}

test('begins with the figures of the installation, each with a link to where the operator acts', async () => {
  server.respond('get', '/cp/overview', { ...overview, waitingMessages: 3 })
  const figure = await openPanel()
  expect(await figure(/^Negocios 1234 /)).toHaveAttribute('href', '#negocios')
  expect(await figure(/^Activos 1232 2 suspendidos$/)).toHaveAttribute('href', '#negocios')
  expect(await figure(/^Mensajes en espera 3 Saldrán en su turno$/)).toHaveAttribute(
    'href',
    '/cpanel/mensajes?status=QUEUED',
  )
  expect(await figure(/^Última copia Ninguna Sin copia nocturna$/)).toHaveAttribute('href', '#instalacion')
  expect(await screen.findByText('Todo en orden')).toBeVisible()
  for (const id of ['negocios', 'instalacion', 'avisos']) expect(document.getElementById(id)).not.toBeNull()
})

test('the figure of notices is the number of notices shown', async () => {
  server.respond('get', '/cp/overview', { ...overview, waitingMessages: 5, blockedMessages: 2 })
  server.respond('get', '/cp/backup', { at: '2001-01-02T03:00:00Z', old: true, nightly: true })
  server.respond('get', '/cp/mail', { ...mailState, whatsapp: 'TRIAL', waiting: 3, stuck: true })
  server.respond('get', '/cp/wallet', { ...walletState, missing: null, endsAt: '2001-01-02T03:00:00Z' })
  server.respond('get', '/cp/wa/token', { endsAt: '2001-01-02T03:00:00Z', near: true })
  server.respond('get', '/cp/wa/restored', { held: 4, decision: null, changed: ['URL'] })
  server.respond('get', '/auth/tried', { items: [{ id: 'o1', email: 'ana@x.test' }] })
  const figure = await openPanel()
  expect(await figure(/^Avisos 8 Ver qué hacer$/)).toHaveAttribute('href', '#avisos')
  const notices = within(screen.getByRole('region', { name: 'Avisos' }))
  expect([...notices.getAllByRole('status'), ...notices.getAllByRole('alert')]).toHaveLength(8)
  expect(await figure(/^Mensajes en espera 5 2 no pueden salir$/)).toBeVisible()
  expect(notices.getByText('2 mensajes no pueden salir: WhatsApp no acepta al remitente')).toBeVisible()
  expect(notices.getByRole('link', { name: 'Ver los mensajes que esperan' })).toHaveAttribute(
    'href',
    '/cpanel/mensajes?status=QUEUED',
  )
})

test('a state that is still loading is not shown as free of faults', async () => {
  server.hold('get', '/cp/overview')
  const figure = await openPanel()
  expect(await figure(/^Última copia Ninguna /)).toBeVisible()
  await screen.findByText('Norte')
  expect(screen.queryByText('Todo en orden')).toBeNull()
})

test('a figure that fails to load shows an error, and the others stay', async () => {
  server.respond('get', '/cp/overview', {}, 500)
  const figure = await openPanel()
  expect(await figure(/^Negocios – No se pudo saber$/)).toBeVisible()
  expect(await screen.findByText('No se pudo comprobar todo')).toBeVisible()
  expect(await figure(/^Última copia Ninguna /)).toBeVisible()
})

const act = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Más acciones de ${name}` }))
  await userEvent.click(screen.getByRole('menuitem', { name: item }))
}

test('shows the activity of each business', async () => {
  server.respond('get', '/cp/businesses', { items: [north], total: 1, nextCursor: null })
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  const row = (await screen.findByText('Norte')).closest('tr')
  expect(row).toHaveTextContent('1234')
  expect(row).toHaveTextContent('56')
  expect(row).toHaveTextContent('7 de 5000')
})

test('fetches the next page with the cursor', async () => {
  server.respond('get', '/cp/businesses', { items: [north], total: 2, nextCursor: 'then' })
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  await screen.findByText('Norte')
  server.respond('get', '/cp/businesses', { items: [south], total: 2, nextCursor: null })
  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(await screen.findByText('Sur')).toBeVisible()
  expect(screen.getByText('Norte')).toBeVisible()
  expect(server.requests.at(-1)?.search.get('cursor')).toBe('then')
})

test('searches for the typed text', async () => {
  server.respond('get', '/cp/businesses', [north, south])
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  await screen.findByText('Norte')
  server.respond('get', '/cp/businesses', [])
  await userEvent.type(screen.getByLabelText('Buscar negocios'), ' este ')
  expect(await screen.findByText('Ningún negocio coincide con «este».')).toBeVisible()
  expect(server.requests.at(-1)?.search.get('q')).toBe('este')
})

test('a business is created with its owner, whose password is shown once', async () => {
  // jsdom takes seconds for a list of four hundred time zones.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Madrid', 'Europe/Lisbon'])
  server.respond('get', '/cp/businesses', [])
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Crear negocio' }))[0] as HTMLElement)
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByLabelText('Nombre del negocio')).toHaveFocus()
  await userEvent.click(dialog.getByRole('button', { name: 'Crear negocio' }))
  expect(await dialog.findByText('Indica el nombre.')).toBeVisible()
  expect(dialog.getByText('Escribe un correo.')).toBeVisible()

  await userEvent.type(dialog.getByLabelText('Nombre del negocio'), ' Este ')
  await userEvent.type(dialog.getByLabelText('Correo del propietario'), 'eva@este.test')
  server.respond(
    'post',
    '/cp/businesses',
    { code: 'EMAIL_TAKEN', message: 'Ya existe un usuario con este correo.' },
    409,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Crear negocio' }))
  expect(await dialog.findByText('Ya existe un usuario con este correo.')).toBeVisible()

  server.respond(
    'post',
    '/cp/businesses',
    { business: { ...north, name: 'Este' }, owner: { email: 'eva@este.test' }, tempPassword: 'abcd-efgh' },
    201,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Crear negocio' }))
  expect(await dialog.findByText('abcd-efgh')).toBeVisible()
  expect(screen.getByRole('dialog', { name: 'Negocio creado: Este' })).toHaveTextContent(
    `entra en ${window.location.host}/login con eva@este.test y esta contraseña temporal:abcd-efghSolo se muestra ahora. Vale 3 días`,
  )
  expect(server.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Este',
    ownerEmail: 'eva@este.test',
    ownerName: '',
    timezone: 'Europe/Madrid',
    country: 'ES',
  })
  await userEvent.click(screen.getByRole('dialog'))
  expect(dialog.getByText('abcd-efgh')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Ya la he apuntado' }))
  await userEvent.click((await screen.findAllByRole('button', { name: 'Crear negocio' }))[0] as HTMLElement)
  expect(screen.queryByText('abcd-efgh')).toBeNull()
})

test('a business with a lost response is created once, and its owner gets another password', async () => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Madrid', 'Europe/Lisbon'])
  server.respond('get', '/cp/businesses', [])
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Crear negocio' }))[0] as HTMLElement)
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Nombre del negocio'), 'Este')
  await userEvent.type(dialog.getByLabelText('Correo del propietario'), 'eva@este.test')
  server.respond('post', '/cp/businesses', { code: 'BUSY', message: 'Ahora no.' }, 503)
  await userEvent.click(dialog.getByRole('button', { name: 'Crear negocio' }))
  expect(await dialog.findByText('Ahora no.')).toBeVisible()

  const business = { ...north, id: 'b3', name: 'Este' }
  const owner = { id: 'u9', email: 'eva@este.test' }
  server.respond('post', '/cp/businesses', { business, owner, tempPassword: null, replayed: true }, 201)
  await userEvent.click(dialog.getByRole('button', { name: 'Crear negocio' }))
  expect(
    await dialog.findByText(sentence(/La contraseña temporal de eva@este.test iba en esa respuesta/)),
  ).toBeVisible()
  const keys = server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[0]).toMatch(/^\S{16,}$/)

  server.respond('post', '/cp/users/u9/reset-password', { code: 'BUSY', message: 'Tampoco ahora.' }, 503)
  await userEvent.click(dialog.getByRole('button', { name: 'Crear otra contraseña' }))
  expect(await dialog.findByText('Tampoco ahora.')).toBeVisible()
  server.respond('post', '/cp/users/u9/reset-password', { tempPassword: 'wxyz-2345' })
  await userEvent.click(dialog.getByRole('button', { name: 'Crear otra contraseña' }))
  expect(await dialog.findByText('wxyz-2345')).toBeVisible()
  expect(server.requests.findLast(({ method }) => method === 'POST')?.search.get('businessId')).toBe('b3')
})

test('a business is suspended after a confirmation, and reactivated', async () => {
  server.respond('get', '/cp/businesses', [north, south])
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  await act('Norte', 'Suspender')
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true)
  server.respond(
    'post',
    '/cp/businesses/b1/suspend',
    { code: 'BUSY', message: 'El servidor está ocupado.' },
    503,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Suspender Norte' }))
  expect(await screen.findByText('El servidor está ocupado.')).toBeVisible()
  server.respond('post', '/cp/businesses/b1/suspend', { ...north, status: 'SUSPENDED' })
  await userEvent.click(screen.getByRole('button', { name: 'Suspender Norte' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await act('Sur', 'Reactivar')
  server.respond('post', '/cp/businesses/b2/reactivate', { ...south, status: 'ACTIVE' })
  await userEvent.click(screen.getByRole('button', { name: 'Reactivar Sur' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a business is renamed, and an invalid name shows an error at the field', async () => {
  server.respond('get', '/cp/businesses', [north])
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  await act('Norte', 'Cambiar el nombre')
  const field = screen.getByLabelText('Nombre nuevo')
  expect(field).toHaveValue('Norte')
  await userEvent.clear(field)
  server.respond(
    'patch',
    '/cp/businesses/b1',
    { code: 'VALIDATION', message: 'x', errors: [{ field: 'name', message: 'Indica el nombre.' }] },
    422,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription('Indica el nombre.'))
  server.respond('patch', '/cp/businesses/b1', { ...north, name: 'Nordeste' })
  await userEvent.type(field, 'Nordeste')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Nordeste' })
})
