import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Toaster } from '@/kit/Toaster'
import { renderScreen } from '@/test/renderScreen'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { typeFast } from '@/test/typing'
import { waitForResponses } from '@/test/waitForResponses'
import { AdminScreen } from './AdminScreen'

const server = mockServer()
const byPhone = '/customers/visits/by-phone'
const ana = { id: 'ana', name: 'Ana Gómez', phone: '+34612345678', email: 'ana@x.test' }
const status = {
  enabled: true,
  from: '+34600111222',
  rpm: 20,
  dailyCap: 1200,
  monthlyCap: 30000,
  freeCredits: 950,
}

const customers = (items: object[], total = items.length, nextCursor: string | null = null) =>
  server.respond('get', '/customers', { items, total, nextCursor })

beforeEach(() => {
  server.respond('options', '/customers/wa/status', null, 204)
  server.respond('get', '/customers/wa/status', status)
  customers([ana])
})

const sentVisits = () => server.requests.filter(({ path }) => path === byPhone)
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

async function addVisit(phone = '612345678') {
  await userEvent.click(screen.getByLabelText('Teléfono del cliente'))
  await userEvent.paste(phone)
  await userEvent.click(screen.getByRole('button', { name: 'Añadir visita' }))
}

describe('a visit by phone', () => {
  const registeredVisit = {
    id: 'v1',
    customerName: 'Ana Gómez',
    progress: { count: 13, target: 10 },
  }

  // Spec: admin-2, admin-3, calls-24
  test('has the default note and shows the progress', async () => {
    server.respond('post', byPhone, registeredVisit, 201)
    await renderScreen(<AdminScreen />)
    expect(screen.getByLabelText(/Notas/)).toHaveValue('Puntos manuales (admin)')
    await addVisit()
    expect(await screen.findByText(/Visita registrada/)).toHaveTextContent(
      '✅ Visita registrada: Ana Gómez lleva 3 de 10.',
    )
    expect(sentVisits()[0]?.body).toEqual({ phone: '+34612345678', notes: 'Puntos manuales (admin)' })
    expect(screen.getByLabelText('Teléfono del cliente')).toHaveValue('')
  })

  test('leaves its note out of the next visit, and keeps a phone typed meanwhile', async () => {
    const respond = server.hold('post', byPhone)
    await renderScreen(<AdminScreen />)
    await userEvent.clear(screen.getByLabelText(/Notas/))
    await userEvent.type(screen.getByLabelText(/Notas/), 'Pagó su madre')
    await addVisit()
    const phone = screen.getByLabelText('Teléfono del cliente')
    await userEvent.clear(phone)
    await userEvent.type(phone, '699')
    respond(registeredVisit)
    await screen.findByText(/Visita registrada/)
    expect(phone).toHaveValue('699')
    expect(screen.getByLabelText(/Notas/)).toHaveValue('Puntos manuales (admin)')
  })

  // Spec: admin-2, calls-24
  test('sends no note when it is emptied, and shows an earned reward', async () => {
    const full = {
      ...registeredVisit,
      progress: { count: 10, target: 10 },
      newReward: { id: 'r', kind: 'FREE' },
    }
    server.respond('post', byPhone, full, 201)
    await renderScreen(<AdminScreen />)
    await userEvent.clear(screen.getByLabelText(/Notas/))
    await addVisit()
    expect(await screen.findByText(/Visita registrada/)).toHaveTextContent(
      '10 de 10. Ha ganado un servicio gratis.',
    )
    expect(sentVisits()[0]?.body).toEqual({ phone: '+34612345678' })
  })

  // Spec: checkin-14
  test('by mistake is undone from its toast', async () => {
    server.respond('post', byPhone, registeredVisit, 201)
    server.respond('post', '/visits/v1/undo', { ok: true, progress: { count: 12, target: 10 } })
    const screenWithToasts = (
      <>
        <AdminScreen />
        <Toaster />
      </>
    )
    await renderScreen(screenWithToasts)
    await addVisit()
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
    expect(
      await screen.findByText(sentence('Visita de Ana Gómez deshecha. La tarjeta está como antes.')),
    ).toBeVisible()
    expect(screen.queryByText(/Visita registrada/)).toBeNull()
  })

  test('requires a phone', async () => {
    await renderScreen(<AdminScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByText('Escribe el teléfono.')).toBeVisible()
    expect(sentVisits()).toEqual([])
  })

  // Spec: states-13, errors-14, errors-15, errors-17
  test.each([
    [404, { code: 'CUSTOMER_NOT_FOUND', message: 'x' }, '⚠️ No se encontró el cliente.'],
    [
      409,
      {
        code: 'SAME_DAY_VISIT',
        message: 'Ya se registró una visita hoy',
        hint: 'Mañana se le podrá poner otro sello.',
      },
      '⚠️ Ya se registró una visita hoy. Mañana se le podrá poner otro sello.',
    ],
    [409, { code: 'VISIT_EXISTS', message: 'Visit exists' }, '⚠️ Ya se registró una visita hoy'],
    [400, { message: 'same-day visit' }, '⚠️ Ya se registró una visita hoy'],
    [422, { code: 'VALIDATION', message: 'Ese teléfono no existe.' }, '❌ Ese teléfono no existe.'],
  ])('refused with %i %j shows %s', async (code, body, words) => {
    server.respond('post', byPhone, body, code)
    await renderScreen(<AdminScreen />)
    await addVisit()
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Añadir una visita por teléfono' })).toHaveTextContent(words),
    )
    expect(screen.getByLabelText('Teléfono del cliente')).toHaveValue('612345678')
  })

  // Spec: validation-29
  test.each([
    [404, 'CUSTOMER_NOT_FOUND', '⚠️ No se encontró el cliente.'],
    [409, 'SEVERAL_CUSTOMERS', '⚠️ Hay varios clientes con este teléfono.'],
  ])('refused with %i %s offers the customers whose phone contains the number', async (code, name, words) => {
    const luso = { id: 'luso', name: 'Luso Uno', phone: '+351912345678' }
    customers([luso, ana])
    server.respond('post', byPhone, { code: name, message: name }, code)
    server.respond('post', '/customers/luso/visits', { ...registeredVisit, customerName: 'Luso Uno' }, 201)
    await renderScreen(<AdminScreen />)
    await addVisit('912 345 678')
    const choices = await screen.findByRole('region', { name: '¿Es alguno de estos?' })
    expect(screen.getByRole('region', { name: 'Añadir una visita por teléfono' })).toHaveTextContent(words)
    const searches = server.requests.filter(({ path }) => path === '/customers')
    expect(searches.map(({ search }) => search.get('q'))).toContain('912345678')
    await userEvent.click(within(choices).getByRole('button', { name: 'Añadir visita a Luso Uno' }))
    expect(await screen.findByText(/Visita registrada/)).toHaveTextContent('Luso Uno lleva 3 de 10')
    const [visit] = server.requests.filter(({ path }) => path === '/customers/luso/visits')
    expect(visit?.body).toEqual({ notes: 'Puntos manuales (admin)' })
    expect(screen.getByLabelText('Teléfono del cliente')).toHaveValue('')
  })

  test('offers no customers for a number too short to identify one', async () => {
    server.respond('post', byPhone, { code: 'CUSTOMER_NOT_FOUND', message: 'x' }, 404)
    await renderScreen(<AdminScreen />)
    await addVisit('+595 212345')
    const box = screen.getByRole('region', { name: 'Añadir una visita por teléfono' })
    await waitFor(() => expect(box).toHaveTextContent('⚠️ No se encontró el cliente.'))
    await waitForResponses(server)
    const searches = server.requests.map(({ search }) => search.get('q'))
    expect(searches.filter((q) => q?.includes('212345') || q === '')).toEqual([])
  })

  test.each([
    [502, {}],
    [404, { message: 'no Route matched with those values' }],
    [400, {}],
  ])('answered by a proxy (%i %j) is kept and sent again with its key', async (status, body) => {
    server.respond('post', byPhone, body, status)
    await renderScreen(<AdminScreen />)
    await addVisit()
    expect(await screen.findByText(/Visita guardada en este dispositivo/)).toBeVisible()
    server.respond('post', byPhone, registeredVisit, 201)
    fireEvent(window, new Event('online'))
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.includes('waiting'))).toEqual([]),
    )
    await addVisit()
    expect(await screen.findByText(/Visita registrada/)).toBeVisible()
    const keys = sentVisits().map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys.slice(0, -1)).size).toBe(1)
    expect(new Set(keys).size).toBe(2)
  })
})

const search = async (q: string) => typeFast(screen.getByLabelText('Buscar clientes'), q)

describe('the customers', () => {
  // Spec: admin-6
  test('are listed only after a search, which is sent when typing pauses', async () => {
    await renderScreen(<AdminScreen />)
    expect(screen.getByRole('link', { name: 'Ver la lista de clientes' })).toHaveAttribute(
      'href',
      '/app/customers/list',
    )
    await waitForResponses(server)
    expect(screen.queryByRole('table')).toBeNull()
    await search('ana')
    await rowOf('Ana Gómez')
    customers([])
    await userEvent.clear(screen.getByLabelText('Buscar clientes'))
    typeFast(screen.getByLabelText('Buscar clientes'), 'zoe')
    expect(await screen.findByText('Ningún cliente coincide')).toBeVisible()
    const searches = server.requests
      .filter(({ path }) => path === '/customers')
      .map(({ search }) => search.get('q'))
    expect(searches).toEqual(['ana', 'zoe'])
  })

  test('load by pages', async () => {
    customers([ana], 2, 'next')
    await renderScreen(<AdminScreen />)
    await search('ana')
    expect(await screen.findByText('2 clientes')).toBeVisible()
    customers([{ ...ana, id: 'bo', name: 'Bo' }], 2)
    await userEvent.click(screen.getByRole('button', { name: 'Ver más' }))
    expect(await screen.findByText('Bo')).toBeVisible()
    expect(screen.getByText('Ana Gómez')).toBeVisible()
    expect(server.requests.at(-1)?.search.get('cursor')).toBe('next')
  })

  // Spec: errors-24
  test('can be loaded again after a failure', async () => {
    server.respond('get', '/customers', {}, 400)
    await renderScreen(<AdminScreen />)
    await search('ana')
    expect(await screen.findByRole('alert')).toHaveTextContent('Error cargando clientes')
    customers([ana])
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await rowOf('Ana Gómez')).toBeVisible()
  })

  // Spec: admin-6, admin-7
  test('show phone and e-mail and link to the record', async () => {
    await renderScreen(<AdminScreen />)
    await search('ana')
    const row = await rowOf('Ana Gómez')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Cliente',
      'Teléfono',
      'Correo',
      'Acciones',
    ])
    expect(within(row).getByText('+34 612 34 56 78')).toBeVisible()
    expect(within(row).getByText('ana@x.test')).toBeVisible()
    const link = within(row).getByRole('link', { name: 'Detalle de Ana Gómez' })
    expect(link).toHaveTextContent(/^Detalle$/)
    expect(link).toHaveAttribute('href', '/app/customers/ana')
  })

  // Spec: admin-8, calls-28
  test.each([
    [200, { queued: true }, '✅ QR en cola de envío.'],
    [200, { queued: false, reason: 'El cliente no tiene teléfono.' }, '❌ El cliente no tiene teléfono.'],
    [200, { queued: false, error: 'Sin crédito' }, '❌ Sin crédito'],
    [200, { queued: false }, '❌ No se pudo enviar el QR.'],
    [200, { error: 'Sin saldo' }, '❌ Sin saldo'],
    [204, null, '✅'],
    [409, { message: 'Ahora no.' }, '❌ Ahora no.'],
  ])('can be sent their QR again, with the result in the row: %i %j', async (code, body, words) => {
    server.respond('post', '/customers/ana/qr/send', body, code)
    await renderScreen(<AdminScreen />)
    await search('ana')
    const row = await rowOf('Ana Gómez')
    const send = within(row).getByRole('button', { name: 'Reenviar QR a Ana Gómez' })
    expect(send).toHaveTextContent('Reenviar QR')
    await userEvent.click(send)
    await waitFor(() => expect(within(row).getByRole('status')).toHaveTextContent(words))
  })
})

// Spec: admin-5

test('the WhatsApp figures include the free credits', async () => {
  await renderScreen(<AdminScreen />)
  expect(await screen.findByText('Créditos gratuitos')).toBeVisible()
  expect(await screen.findByText('950')).toBeVisible()
})

// Spec: errors-31
test('a WhatsApp status that fails to load shows an error', async () => {
  server.respond('get', '/customers/wa/status', {}, 429)
  await renderScreen(<AdminScreen />)
  expect(await screen.findByText('No se pudo obtener el estado.')).toBeVisible()
})

// Spec: admin-4, admin-9
test.each([
  ['OWNER', true],
  ['ADMIN', false],
] as const)('%s sees the link to the settings: %j', async (role, seen) => {
  await renderScreen(<AdminScreen />, role)
  expect(screen.getByRole('link', { name: 'Crear cliente' })).toHaveAttribute('href', '/app/customers/new')
  expect(screen.getByRole('link', { name: 'Informe de servicios' })).toHaveAttribute(
    'href',
    '/app/reports/services',
  )
  expect(screen.getByRole('link', { name: 'Gestionar equipo' })).toHaveAttribute('href', '/app/users')
  expect(screen.queryByRole('link', { name: 'Ajustes del negocio' }) !== null).toBe(seen)
})
