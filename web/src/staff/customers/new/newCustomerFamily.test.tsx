import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { business, customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import './NewCustomerScreen'

const server = mockServer()

const rojas = {
  id: 'f1',
  name: 'Familia Rojas',
  policy: 'POOL',
  membersCount: 2,
  createdAt: '2026-01-01T10:00:00Z',
}

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/customers', list([]))
  server.respond('get', '/families', list([rojas]))
  server.respond('post', '/customers', { ...customer(), existed: false }, 201)
})

async function create() {
  openApp('/app/customers/new')
  await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612 345 678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Bono Familia')
  await screen.findByRole('option', { name: 'Familia Rojas' })
  await userEvent.selectOptions(screen.getByLabelText(/^Familia/), 'Familia Rojas')
  await userEvent.selectOptions(screen.getByLabelText('Papel en la familia'), 'Hijo/a')
  expect(screen.getByText('Sus visitas sellarán la tarjeta de la familia.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Crear cliente' }))
}

const joinRequests = () => server.requests.filter(({ path }) => path === '/families/f1/members')

// Spec: new-customer-5
test('a new customer joins the chosen family', async () => {
  server.respond('post', '/families/f1/members', {}, 201)
  await create()
  expect(await screen.findByRole('img', { name: 'Código QR de Ana Gómez' })).toBeVisible()
  expect(joinRequests()[0]?.body).toEqual({ customerId: 'ana0123456789', role: 'CHILD' })
  expect(screen.queryByText('No se pudo asignar a la familia.')).toBeNull()
})

test('families that could not be loaded can be loaded again', async () => {
  server.respond('get', '/families', {}, 422)
  openApp('/app/customers/new')
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  server.respond('get', '/families', list([rojas]))
  await userEvent.click(retry)
  expect(await screen.findByRole('option', { name: 'Familia Rojas' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

// Spec: states-18
test('a refused join leaves the customer created, with a warning', async () => {
  server.respond(
    'post',
    '/families/f1/members',
    { code: 'FAMILY_NOT_FOUND', message: 'No se encontró la familia.' },
    404,
  )
  await create()
  expect(await screen.findByRole('img', { name: 'Código QR de Ana Gómez' })).toBeVisible()
  const qrRegion = within(screen.getByRole('region', { name: 'QR del cliente' }))
  expect(qrRegion.getByText('No se pudo asignar a la familia.')).toBeVisible()
  expect(
    qrRegion.getByText(sentence(/No se encontró la familia. La ficha de Ana Gómez se ha creado igualmente/)),
  ).toBeVisible()
})

test('an existing customer joins no family', async () => {
  server.respond('post', '/customers', { ...customer(), existed: true })
  await create()
  expect(await screen.findByText(/Este cliente ya existía/)).toHaveTextContent(
    'No se ha añadido a la familia: puedes hacerlo desde «Familia Rojas».',
  )
  expect(joinRequests()).toEqual([])
})

// Spec: validation-16
test('families that cannot be loaded do not block the form', async () => {
  server.respond('get', '/families', {}, 400)
  openApp('/app/customers/new')
  expect(await screen.findByText('No se pudieron cargar las familias.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Crear cliente' })).toBeEnabled()
})

describe('without a response', () => {
  const internal = { code: 'INTERNAL', message: 'Algo ha fallado.' }
  const keysOf = (path: string) =>
    server.requests
      .filter((request) => request.method === 'POST' && request.path === path)
      .map(({ headers }) => headers.get('Idempotency-Key'))
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Crear cliente' }))

  // Spec: calls-19
  test('a creation is retried with its key, and then joins the family', async () => {
    server.respond('post', '/customers', internal, 500)
    await create()
    await screen.findAllByText(/Algo ha fallado/)
    server.respond('post', '/customers', { ...customer(), existed: false }, 201)
    server.respond('post', '/families/f1/members', {}, 201)
    await submit()
    await screen.findByRole('img', { name: 'Código QR de Ana Gómez' })
    const [first, second] = keysOf('/customers')
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(joinRequests()).toHaveLength(1)
  })

  test('a creation gets a new key after a change of the form', async () => {
    server.respond('post', '/customers', internal, 500)
    await create()
    await screen.findAllByText(/Algo ha fallado/)
    await userEvent.type(screen.getByLabelText('Nombre completo'), ' Ruiz')
    await submit()
    await waitFor(() => expect(keysOf('/customers')).toHaveLength(2))
    expect(new Set(keysOf('/customers')).size).toBe(2)
  })

  test('a join is retried with its key', async () => {
    server.respond('post', '/families/f1/members', internal, 500)
    await create()
    await screen.findByRole('img', { name: 'Código QR de Ana Gómez' })
    const [first, second, ...more] = keysOf('/families/f1/members')
    expect(second).toBe(first)
    expect(more).toEqual([])
  })
})
