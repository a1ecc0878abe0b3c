import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { DevicesScreen } from './DevicesScreen'

const server = mockServer()

const tablet = {
  id: 'd1',
  name: 'Tablet caja',
  codeExpiresAt: null,
  enrolledAt: '2026-01-02T10:00:00Z',
  lastSeenAt: '2026-01-03T10:00:00Z',
  appVersion: 'a1b2',
  waiting: 0,
  waitingSince: null,
  revokedAt: null,
  handed: [],
}
const handover = {
  id: 'h1',
  customerId: 'ana0123456789',
  customerName: 'Ana Gómez',
  phone: null,
  visitedAt: '2026-01-03T18:40:00Z',
  receivedAt: '2026-01-03T20:00:00Z',
  clockSkewMs: null,
  scannedBy: 'Luis',
  authorized: false,
  notes: null,
  outcome: null,
  settledAt: null,
  settledBy: null,
}
const code = {
  id: 'd2',
  name: 'Móvil',
  code: 'abc',
  url: 'http://axioma.test/staff/device#abc',
  picture: 'data:image/png;base64,AAAA',
}

const waits = (...items: object[]) =>
  server.respond('get', '/visits/waiting', { items, total: items.length, nextCursor: null })
const respondWithDevices = (...items: object[]) =>
  server.respond('get', '/devices', { items, total: items.length, nextCursor: null })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
beforeEach(() => waits())

const posts = () =>
  server.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

describe('the list', () => {
  test('shows what each device has to send and its last contact', async () => {
    const waiting = { waiting: 3, waitingSince: '2020-11-21T18:40:00Z' }
    const pending = {
      ...tablet,
      id: 'd3',
      name: 'Nueva',
      enrolledAt: null,
      codeExpiresAt: '2026-01-02T10:10:00Z',
    }
    respondWithDevices(
      { ...tablet, ...waiting },
      { ...tablet, id: 'd2', name: 'Móvil', appVersion: null },
      pending,
    )
    await renderScreen(<DevicesScreen />)
    const [first, second, third] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent(/3 visitas sin enviar.*la más antigua, de hace \d+ años/)
    expect(first).toHaveTextContent(/Última conexión: .* · alta .* · versión a1b2$/)
    expect(second).toHaveTextContent(/Nada por enviar.*alta [^·]*$/)
    expect(third).toHaveTextContent(/Pendiente de alta.*Su código vale hasta las \d+:10\./)
    expect(screen.getByText('3 dispositivos')).toBeVisible()
  })

  test('explains what it will list while it is empty', async () => {
    respondWithDevices()
    await renderScreen(<DevicesScreen />)
    expect(await screen.findByText('Ningún dispositivo tiene nombre todavía')).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    server.respond('get', '/devices', {}, 500)
    await renderScreen(<DevicesScreen />)
    await screen.findByText('No se pudieron cargar los dispositivos.')
    respondWithDevices(tablet)
    await press('Reintentar')
    expect(await screen.findByText('Tablet caja')).toBeVisible()
  })
})

describe('a new device', () => {
  test('gets a code, which is shown until it is used', async () => {
    respondWithDevices(tablet)
    const expiresAt = new Date(Date.now() + 9 * 60_000 + 5_000).toISOString()
    server.respond('post', '/devices', { ...code, expiresAt }, 201)
    await renderScreen(<DevicesScreen />)
    await press('Añadir dispositivo')
    await press('Crear código')
    expect(screen.getByLabelText('Nombre')).toHaveAccessibleDescription(/Escribe un nombre/)
    await userEvent.type(screen.getByLabelText('Nombre'), ' Móvil ')
    await press('Crear código')
    const picture = await screen.findByRole('img', { name: 'Código QR para dar de alta Móvil' })
    expect(picture).toHaveAttribute('src', code.picture)
    expect(screen.getByText(/^Caduca en 9:0\d$/)).toBeVisible()
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Móvil' })
    respondWithDevices(tablet, { ...tablet, id: 'd2', name: 'Móvil' })
    window.dispatchEvent(new Event('visibilitychange')) // does not wait for the next poll
    expect(await screen.findByText(sentence('«Móvil» está dado de alta.'))).toBeVisible()
    await press('Hecho')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows when its code has expired', async () => {
    respondWithDevices(tablet)
    server.respond('post', '/devices', { ...code, expiresAt: new Date(Date.now() - 1).toISOString() }, 201)
    await renderScreen(<DevicesScreen />)
    await press('Añadir dispositivo')
    await userEvent.type(screen.getByLabelText('Nombre'), 'Móvil')
    await press('Crear código')
    expect(await screen.findByText(/El código ha caducado/)).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('shows a refusal at the field and keeps the input', async () => {
    respondWithDevices(tablet)
    const errors = [{ field: 'name', message: 'Es demasiado largo.' }]
    server.respond('post', '/devices', { code: 'VALIDATION', message: 'Es demasiado largo.', errors }, 422)
    await renderScreen(<DevicesScreen />)
    await press('Añadir dispositivo')
    await userEvent.type(screen.getByLabelText('Nombre'), 'Móvil')
    await press('Crear código')
    await waitFor(() =>
      expect(screen.getByLabelText('Nombre')).toHaveAccessibleDescription(/Es demasiado largo/),
    )
    expect(screen.getByLabelText('Nombre')).toHaveValue('Móvil')
  })
})

test('a device can be renamed', async () => {
  respondWithDevices(tablet)
  server.respond('patch', '/devices/d1', { ...tablet, name: 'Barra' })
  await renderScreen(<DevicesScreen />)
  await screen.findByText('Tablet caja')
  await press('Cambiar el nombre de Tablet caja')
  await userEvent.clear(screen.getByLabelText('Nombre'))
  await userEvent.type(screen.getByLabelText('Nombre'), 'Barra')
  respondWithDevices({ ...tablet, name: 'Barra' })
  await press('Guardar nombre')
  expect(await screen.findByRole('heading', { name: 'Barra' })).toBeVisible()
  expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Barra' })
})

test.each([
  [0, /no tenía visitas sin enviar/],
  [1, /Tiene 1 visita sin enviar. No se pierde/],
  [3, /Tiene 3 visitas sin enviar. No se pierden/],
])('revoking with %i waiting visits explains what happens to them', async (waiting, words) => {
  respondWithDevices({ ...tablet, waiting })
  server.respond('post', '/devices/d1/revoke', tablet)
  await renderScreen(<DevicesScreen />)
  await screen.findByText('Tablet caja')
  await press('Dar de baja Tablet caja')
  const dialog = screen.getByRole('dialog', { name: '¿Dar de baja «Tablet caja»?' })
  expect(within(dialog).getByText(words)).toBeVisible()
  expect(posts()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Dar de baja' }))
  await waitFor(() => expect(posts()).toEqual(['POST /devices/d1/revoke']))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('late visits that wait for the owner', () => {
  test('are accepted by one click', async () => {
    respondWithDevices(tablet)
    waits(handover, { ...handover, id: 'h2', customerName: 'Luis Peña' })
    server.respond('post', '/visits/waiting/h1/register', { ...handover, outcome: 'REGISTERED' })
    await renderScreen(<DevicesScreen />)
    expect(await screen.findByText('Visitas por aceptar')).toBeVisible()
    expect(screen.getByText('2 pendientes')).toBeVisible()
    waits(
      { ...handover, outcome: 'REGISTERED', settledBy: 'Eva' },
      { ...handover, id: 'h2', customerName: 'Luis Peña' },
    )
    await press('Aceptar la visita de Ana Gómez')
    expect(await screen.findByText('1 pendiente')).toBeVisible()
    expect(posts()).toEqual(['POST /visits/waiting/h1/register'])
  })

  test('show their day, not how long ago it was', async () => {
    respondWithDevices(tablet)
    waits({ ...handover, visitedAt: new Date(Date.now() - 4 * 24 * 60 * 60_000).toISOString() })
    await renderScreen(<DevicesScreen />)
    await screen.findByText('1 pendiente')
    const panel = screen.getByRole('region', { name: 'Visitas por aceptar' })
    expect(panel).toHaveTextContent(/, \d{1,2} \p{L}+ \d{4}, \d{1,2}:\d\d/u)
  })

  test('by phone show the phone in groups of digits', async () => {
    respondWithDevices(tablet)
    waits({ ...handover, customerId: null, customerName: null, phone: '+34612345678' })
    await renderScreen(<DevicesScreen />)
    expect(await screen.findByText('+34 612 34 56 78')).toBeVisible()
  })

  test('that cannot be loaded show an error', async () => {
    respondWithDevices(tablet)
    server.respond('get', '/visits/waiting', { message: 'Ocupado.' }, 422)
    await renderScreen(<DevicesScreen />)
    const panel = within(await screen.findByRole('region', { name: 'Visitas por aceptar' }))
    expect(panel.getByText('Ocupado.')).toBeVisible()
    waits(handover)
    await userEvent.click(panel.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('1 pendiente')).toBeVisible()
  })

  test('are discarded in two steps', async () => {
    respondWithDevices(tablet)
    waits(handover)
    server.respond('post', '/visits/waiting/h1/discard', { ...handover, outcome: 'DISCARDED' })
    await renderScreen(<DevicesScreen />)
    await screen.findByText('1 pendiente')
    await press('Descartar la visita de Ana Gómez')
    expect(posts()).toEqual([])
    waits({ ...handover, outcome: 'DISCARDED' })
    await press('Sí, descartarla')
    expect(await screen.findByText('Ninguna pendiente')).toBeVisible()
    expect(posts()).toEqual(['POST /visits/waiting/h1/discard'])
  })
})

describe('a visit handed over by a revoked device', () => {
  const revokedDevice = { ...tablet, revokedAt: '2026-01-03T20:00:00Z' }

  // Spec: checkin-19
  test('is registered by one click, with its state shown', async () => {
    respondWithDevices({ ...revokedDevice, handed: [handover] })
    server.respond('post', '/devices/d1/visits/h1/register', { ...handover, outcome: 'REGISTERED' })
    await renderScreen(<DevicesScreen />)
    expect(await screen.findByText('Entregó 1 visita al darse de baja')).toBeVisible()
    expect(screen.getByText(sentence(/escaneada por Luis/))).toBeVisible()
    respondWithDevices({ ...revokedDevice, handed: [{ ...handover, outcome: 'SETTLED', settledBy: 'Eva' }] })
    await press('Registrar la visita de Ana Gómez')
    expect(await screen.findByText('Ya estaba sellada')).toBeVisible()
    expect(posts()).toEqual(['POST /devices/d1/visits/h1/register'])
    expect(screen.queryByRole('button', { name: /Registrar la visita/ })).toBeNull()
  })

  test('is discarded in two steps', async () => {
    respondWithDevices({ ...revokedDevice, handed: [{ ...handover, customerName: null }] })
    server.respond('post', '/devices/d1/visits/h1/discard', { ...handover, outcome: 'DISCARDED' })
    await renderScreen(<DevicesScreen />)
    await screen.findByText('Cliente desconocido')
    await press('Descartar la visita de Cliente desconocido')
    expect(posts()).toEqual([])
    await press('No')
    await press('Descartar la visita de Cliente desconocido')
    respondWithDevices({ ...revokedDevice, handed: [{ ...handover, outcome: 'DISCARDED' }] })
    await press('Sí, descartarla')
    expect(await screen.findByText('Descartada')).toBeVisible()
    expect(posts()).toEqual(['POST /devices/d1/visits/h1/discard'])
  })

  test('shows a refusal and can be discarded', async () => {
    respondWithDevices({ ...revokedDevice, handed: [handover] })
    const refusal = { code: 'CUSTOMER_NOT_FOUND', message: 'No se encontró el cliente.' }
    server.respond('post', '/devices/d1/visits/h1/register', refusal, 404)
    await renderScreen(<DevicesScreen />)
    await screen.findByText('Ana Gómez')
    await press('Registrar la visita de Ana Gómez')
    expect(await screen.findByText(/No se encontró el cliente/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Descartar la visita de Ana Gómez' })).toBeEnabled()
  })
})
