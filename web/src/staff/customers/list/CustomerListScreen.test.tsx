import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '@/api/types'
import { customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { typeFast } from '@/test/typing'
// Loads the lazy screen before the tests.
import './CustomerListScreen'

const server = mockServer()
const ana = customer()
const luis = customer({
  id: 'luis0123456789',
  name: 'Luis Pérez',
  phone: null,
  email: null,
  tag: null,
  tagLabel: null,
  active: false,
})

const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLTableRowElement
const searches = () => server.requests.filter(({ path }) => path === '/customers').map(({ search }) => search)

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/customers', list([ana, luis]))
})

// Spec: list-2, list-4
test('shows each customer with all columns', async () => {
  openApp('/app/customers/list')
  const row = within(await rowOf('Ana Gómez'))
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Cliente',
    'Tarjeta',
    'Se le debe',
    'Última visita',
    'Teléfono',
    'Correo',
    'Bono',
    'Activo',
    'Acciones',
  ])
  expect(row.getByText('+34 612 34 56 78')).toBeVisible()
  expect(row.getByText('ana@x.test')).toBeVisible()
  expect(row.getByText('Esporádico')).toBeVisible()
  expect(row.getByText('Bono activo')).toBeVisible()
  const detail = row.getByRole('link', { name: 'Detalle de Ana Gómez' })
  expect(detail).toHaveTextContent(/^Detalle$/)
  expect(detail).toHaveAttribute('href', '/app/customers/ana0123456789')
  expect(within(await rowOf('Luis Pérez')).getByText('Sin bono')).toBeVisible()
  expect(within(await rowOf('Luis Pérez')).getByText('Bono inactivo')).toBeVisible()
  expect(screen.getByText('2 clientes')).toBeVisible()
})

test('names the family only for a customer who stamps the card of the family', async () => {
  const family = { id: 'f1', name: 'Ruiz', policy: 'POOL', role: 'ADULT' } as const
  const own = { ...family, policy: 'INDIVIDUAL' } as const
  const cardFields = { stamps: 3, target: 10, owed: ['FREE'] }
  server.respond(
    'get',
    '/customers',
    list([
      { ...ana, ...cardFields, family },
      { ...luis, ...cardFields, family: own },
    ]),
  )
  openApp('/app/customers/list')
  expect(await rowOf('Ana Gómez')).toHaveTextContent('Familia Ruiz')
  expect(await rowOf('Luis Pérez')).not.toHaveTextContent('Familia')
})

describe('searching', () => {
  // Spec: list-1
  test('fetches after a pause and keeps the search in the address', async () => {
    const router = openApp('/app/customers/list')
    await rowOf('Ana Gómez')
    server.respond('get', '/customers', list([luis]))
    typeFast(screen.getByRole('searchbox'), 'luis')
    expect(await screen.findByText('1 cliente coincide con «luis»')).toBeVisible()
    expect(searches().map((search) => search.get('q'))).toEqual([null, 'luis'])
    expect(router.state.location.search).toEqual({ q: 'luis' })
  })

  // Spec: list-8
  test('starts with the search in the address, which a button clears', async () => {
    const router = openApp('/app/customers/list?q=612')
    expect(await screen.findByRole('searchbox')).toHaveValue('612')
    await userEvent.click(screen.getByRole('button', { name: 'Limpiar' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  test('opens the only match with Enter', async () => {
    server.respond('get', '/customers', list([luis]))
    const router = openApp('/app/customers/list?q=luis')
    await rowOf('Luis Pérez')
    await userEvent.type(screen.getByRole('searchbox'), '{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/luis0123456789'))
  })

  test('shows when there are no matches', async () => {
    server.respond('get', '/customers', list([]))
    openApp('/app/customers/list?q=zzz')
    expect(await screen.findByText('Ningún cliente coincide')).toBeVisible()
    expect(screen.getByText(/No hay ningún cliente con «zzz»/)).toBeVisible()
  })
})

test('arrow keys move from the search through the rows and back', async () => {
  openApp('/app/customers/list')
  await rowOf('Ana Gómez')
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Luis Pérez' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(screen.getByRole('link', { name: 'Ana Gómez' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

describe('the link back to the list', () => {
  const scrollTo = vi.fn()
  const openRecordFrom = async (place: number) => {
    server.respond('get', '/customers/ana0123456789', ana)
    const router = openApp('/app/customers/list?owed=true')
    vi.stubGlobal('scrollTo', scrollTo)
    await rowOf('Ana Gómez')
    vi.stubGlobal('scrollY', place)
    await userEvent.click(screen.getByRole('link', { name: 'Detalle de Ana Gómez' }))
    await screen.findByText('No se pudieron cargar las visitas.')
    vi.stubGlobal('scrollY', 0)
    scrollTo.mockClear()
    return router
  }

  test('restores the scroll position and the filters', async () => {
    const router = await openRecordFrom(840)
    await userEvent.click(screen.getByRole('link', { name: 'Volver a la lista' }))
    await rowOf('Ana Gómez')
    expect(router.state.location.search).toEqual({ owed: true })
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 840))
  })

  test('does not scroll a newly opened list', async () => {
    const router = await openRecordFrom(840)
    await act(() => router.navigate({ to: '/app/customers/list' }))
    await rowOf('Ana Gómez')
    expect(scrollTo).not.toHaveBeenCalledWith(0, 840)
  })
})

test('a click on a row opens the record, and one on an action does not', async () => {
  const router = openApp('/app/customers/list')
  const row = await rowOf('Luis Pérez')
  await userEvent.click(within(row).getByRole('button', { name: 'Ver el QR de Luis Pérez' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(router.state.location.pathname).toBe('/app/customers/list')
  await userEvent.click(within(row).getByText('Bono inactivo'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/luis0123456789'))
})

test('loads further customers with the cursor when the end is near', async () => {
  server.respond('get', '/customers', list([luis], 2))
  server.respondOnce('get', '/customers', list([ana], 2, 'next'))
  openApp('/app/customers/list')
  await rowOf('Luis Pérez')
  expect(searches().map((search) => search.get('cursor'))).toEqual([null, 'next'])
  expect(screen.getByRole('link', { name: 'Ana Gómez' })).toBeVisible()
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '3')
})

// Spec: calls-17
test.each([[[ana]], [{ data: [ana] }], [{ rows: [ana] }]])(
  'reads a list of another form: %#',
  async (body) => {
    server.respond('get', '/customers', body)
    openApp('/app/customers/list')
    expect(await screen.findByRole('link', { name: 'Ana Gómez' })).toBeVisible()
  },
)

// Spec: list-9
test('an empty list explains itself and offers to create a customer', async () => {
  server.respond('get', '/customers', list([]))
  openApp('/app/customers/list')
  expect(await screen.findByText('Aún no hay clientes')).toBeVisible()
  expect(screen.getAllByRole('link', { name: '+ Crear cliente' })).toHaveLength(2)
})

// Spec: errors-24
test('a failure shows a retry', async () => {
  server.respond('get', '/customers', { code: 'INTERNAL', message: 'Algo ha fallado en el servidor.' }, 500)
  openApp('/app/customers/list')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error cargando clientesAlgo ha fallado en el servidor.',
  )
  server.respond('get', '/customers', list([ana]))
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('link', { name: 'Ana Gómez' })).toBeVisible()
})

// Spec: list-5, limits-11
test('the QR of a customer is shown in a dialog', async () => {
  openApp('/app/customers/list')
  await userEvent.click(
    within(await rowOf('Ana Gómez')).getByRole('button', { name: 'Ver el QR de Ana Gómez' }),
  )
  const dialog = screen.getByRole('dialog', { name: 'QR de Ana Gómez' })
  const picture = within(dialog).getByRole('img', { name: 'Código QR de Ana Gómez' })
  expect(picture).toHaveAttribute('width', '192')
  expect(picture).toHaveAttribute('src', expect.stringContaining('/public/customers/ana0123456789/qr.png'))
  expect(within(dialog).getByRole('link', { name: 'Descargar' })).toHaveAttribute(
    'download',
    'qr-ana01234.png',
  )
})

describe('the id', () => {
  // Spec: list-6, list-7, limits-13
  test('is copied, which is confirmed for 1.2 seconds', async () => {
    openApp('/app/customers/list')
    userEvent.setup() // provides a clipboard
    const row = within(await rowOf('Ana Gómez'))
    const copy = row.getByRole('button', { name: 'Copiar el ID de Ana Gómez' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => fireEvent.click(copy))
    expect(await navigator.clipboard.readText()).toBe('ana0123456789')
    const status = row.getByText('Copiado')
    act(() => vi.advanceTimersByTime(1199))
    expect(status).toHaveTextContent('Copiado')
    act(() => vi.advanceTimersByTime(1))
    expect(status).toBeEmptyDOMElement()
  })

  // Spec: errors-33
  test('that cannot be copied shows an error', async () => {
    openApp('/app/customers/list')
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(await screen.findByRole('button', { name: 'Copiar el ID de Ana Gómez' }))
    expect(await screen.findByText('No se pudo copiar.')).toBeVisible()
  })
})

// Spec: list-6, roles-10
test.each<Role>(['ADMIN', 'OWNER', 'SUPERADMIN'])('%s creates customers and copies ids', async (role) => {
  openApp('/app/customers/list', role)
  const row = within(await rowOf('Ana Gómez'))
  expect(row.getByRole('button', { name: 'Copiar el ID de Ana Gómez' })).toBeVisible()
  expect(screen.getByRole('link', { name: '+ Crear cliente' })).toHaveAttribute('href', '/app/customers/new')
  expect(screen.queryByText(/el resto del equipo, solo una parte/)).toBeNull()
})

// Spec: list-6, list-9, roles-10
test('a BARBER sees what the server returns, and neither creates nor copies', async () => {
  server.respond(
    'get',
    '/customers',
    list([customer({ phone: '34•••••••78', email: 'a•a@x.test', masked: true })]),
  )
  openApp('/app/customers/list', 'BARBER')
  expect(within(await rowOf('Ana Gómez')).getByText('34•••••••78')).toBeVisible()
  expect(screen.queryByRole('link', { name: '+ Crear cliente' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Copiar/ })).toBeNull()
  expect(screen.getByText(/el resto del equipo, solo una parte/)).toBeVisible()
})
