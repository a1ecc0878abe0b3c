import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { openApp } from '@/test/openApp'
import {
  listShapes,
  otherCustomer,
  otherFamily,
  otherPending,
  otherProgress,
  otherReport,
  otherVisit,
} from '@/test/otherServers'
import { mockServer } from '@/test/server'
// Loads the lazy screens before the tests.
import '@/staff/checkin/CheckinScreen'
import '@/staff/customers/record/CustomerScreen'
import '@/staff/customers/new/NewCustomerScreen'
import '@/staff/families/FamilyScreen'
import '@/staff/reports/ServicesReportScreen'

const server = mockServer()
const ana = '/customers/ana0123456789'

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', ana, otherCustomer())
  server.respond('get', `${ana}/progress`, otherProgress())
  server.respond('get', `${ana}/visits`, [otherVisit()])
  server.respond('get', '/customers', [otherCustomer()])
  server.respond('get', '/families/f1', otherFamily())
  server.respond('get', '/reports/services', otherReport())
})

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const sentRequests = (method: string, path: string) =>
  server.requests.filter((request) => request.method === method && request.path === path)

describe('a customer’s record', () => {
  async function open(role: Role = 'OWNER') {
    openApp('/app/customers/ana0123456789', role)
    await screen.findByRole('heading', { level: 1, name: 'Ana Gómez' })
    await screen.findByRole('img', { name: /visitas/ })
  }

  // Spec: entities-7
  test('shows card, bonus and history', async () => {
    await open()
    expect(screen.getByRole('img', { name: '5 de 10 visitas' })).toBeVisible()
    expect(screen.getAllByText('Bono Tarjeta')[0]).toBeVisible()
    expect(await screen.findByText('Corte')).toBeVisible()
  })

  // Spec: entities-12, calls-26
  test("redeems a reward by the server's id and fetches the card again", async () => {
    server.respond('post', `${ana}/rewards/half-1/redeem`, null, 204)
    await open()
    server.respond('get', `${ana}/progress`, otherProgress({ pending: false }))
    await press(/Canjear/)
    await waitFor(() => expect(screen.queryByRole('button', { name: /Canjear/ })).toBeNull())
    expect(sentRequests('POST', `${ana}/rewards/half-1/redeem`)).toHaveLength(1)
    expect(screen.queryByText(/No se pudo canjear/)).toBeNull()
  })

  // Spec: entities-12
  test('shows pending rewards without ids as a badge without a button', async () => {
    server.respond('get', `${ana}/progress`, otherProgress({ pending: true }))
    await open()
    expect(screen.getByText('Recompensa pendiente')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Canjear/ })).toBeNull()
  })

  // Spec: entities-12
  test.each([
    ['only the visit', otherVisit({ id: 'v9' }), 200],
    ['only the progress', { progress: { count: 6, target: 10 }, newReward: { id: 'half-1' } }, 200],
  ] as const)('registers a visit when the response has %s', async (_name, response, status) => {
    server.respond('post', `${ana}/visits`, response, status)
    await open()
    server.respond('get', `${ana}/progress`, otherProgress({ count: 6, pending: otherPending }))
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByRole('img', { name: '6 de 10 visitas' })).toBeVisible()
    expect(sentRequests('POST', `${ana}/visits`)).toHaveLength(1)
    expect(screen.queryByText(/No se pudo registrar/)).toBeNull()
  })

  test('names the earned reward although the response has its id only', async () => {
    server.respond('get', `${ana}/progress`, otherProgress({ count: 4, pending: false }))
    await open()
    server.respond('post', `${ana}/visits`, {
      progress: { count: 5, target: 10 },
      newReward: { id: 'half-1' },
    })
    server.respond('get', `${ana}/progress`, otherProgress())
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByText(/Recompensa ganada/)).toBeVisible()
  })
})

// Spec: calls-19
test.each([false, true])(
  'creates a customer when the response has id, name and existed: %j',
  async (existed) => {
    server.respond('post', '/customers', { id: 'ana0123456789', name: 'Ana Gómez', existed })
    openApp('/app/customers/new')
    await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
    await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
    await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Bono Tarjeta')
    await press('Crear cliente')
    expect(await screen.findByRole('img', { name: 'Código QR de Ana Gómez' })).toBeVisible()
    expect(screen.queryByText(/ya existía/) !== null).toBe(existed)
  },
)

describe('the counter', () => {
  // Spec: entities-7
  test('shows a found customer with bonus and card', async () => {
    openApp('/staff/checkin?cid=ana0123456789', 'BARBER')
    expect(await screen.findByRole('img', { name: '5 de 10 visitas' })).toBeVisible()
    expect(screen.getByText('Bono Tarjeta')).toBeVisible()
  })

  // Spec: calls-17
  test.each(listShapes)('finds names in %s', async (_name, shape) => {
    server.respond('get', '/customers', shape([otherCustomer()]))
    openApp('/staff/checkin', 'BARBER')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Escanea o busca al cliente' }), 'Ana')
    expect(await screen.findByRole('button', { name: /Añadir visita.*Ana Gómez/ })).toBeVisible()
  })

  // Spec: calls-24
  test('names the customer of a visit by phone although the response does not', async () => {
    server.respond('post', '/customers/visits/by-phone', { progress: { count: 5, target: 10 } })
    openApp('/staff/checkin', 'BARBER')
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Escanea o busca al cliente' }),
      '612345678',
    )
    await press('Sumar por teléfono')
    expect(await screen.findByRole('heading', { name: 'Ana Gómez' })).toBeVisible()
    expect(await screen.findByRole('img', { name: '5 de 10 visitas' })).toBeVisible()
    expect(sentRequests('POST', '/customers/visits/by-phone')).toHaveLength(1)
  })
})

describe('a family', () => {
  const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement)

  async function open() {
    openApp('/app/familias/f1')
    await screen.findByRole('heading', { level: 1, name: 'Familia Rojas' })
  }

  // Spec: entities-13
  test('shows the members when the response has other field names and no family card', async () => {
    await open()
    expect(rowOf('Ana Gómez').getByLabelText('Papel de Ana Gómez')).toHaveValue('CHILD')
    expect(rowOf('Ana Gómez').getByRole('link')).toHaveAttribute('href', '/app/customers/ana0123456789')
    expect(await rowOf('Ana Gómez').findByRole('img', { name: '5 de 10 visitas' })).toBeVisible()
  })

  // Spec: calls-32
  test('changes a role although the response is no family', async () => {
    server.respond('patch', '/families/f1/members/ana0123456789/role', null, 204)
    await open()
    server.respond(
      'get',
      '/families/f1',
      otherFamily({ members: [{ customerId: 'ana0123456789', name: 'Ana Gómez', role: 'ADULT' }] }),
    )
    await userEvent.selectOptions(screen.getByLabelText('Papel de Ana Gómez'), 'ADULT')
    await waitFor(() => expect(sentRequests('GET', '/families/f1').length).toBeGreaterThan(1))
    await waitFor(() => expect(screen.getByLabelText('Papel de Ana Gómez')).toHaveValue('ADULT'))
  })

  // Spec: calls-32
  test('removes a member although the server has no preview', async () => {
    server.respond('delete', '/families/f1/members/ana0123456789', null, 204)
    await open()
    await press('Quitar a Ana Gómez de la familia')
    const confirm = await screen.findByRole('button', { name: 'Quitar a Ana Gómez' })
    await waitFor(() => expect(confirm).toBeEnabled())
    server.respond('get', '/families/f1', otherFamily({ members: [] }))
    await userEvent.click(confirm)
    await waitFor(() => expect(screen.queryByRole('row', { name: /Ana Gómez/ })).toBeNull())
  })
})

// Spec: entities-16, calls-36
test.each(['/app/reports/services', '/app/reports/services?range=day'])(
  'shows the report at %s',
  async (path) => {
    openApp(path)
    expect(await screen.findByRole('rowheader', { name: 'Ana Gómez' })).toBeVisible()
  },
)
