import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { familyQueries } from '@/api/families'
import type { ListedFamily } from '@/api/types'
import { business, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { typeFast } from '@/test/typing'
// Loads the lazy screen before the tests.
import './FamilyListScreen'

const server = mockServer()

const listedFamily = (id: string, name: string, membersCount = 0): ListedFamily => ({
  id,
  name,
  policy: 'POOL',
  version: 1,
  membersCount,
  createdAt: '2026-01-01T10:00:00Z',
})

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond(
    'get',
    '/families',
    list([listedFamily('f1', 'Familia Rojas'), listedFamily('f2', 'Tejada', 3)]),
  )
})

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)

// Spec: families-1, families-3
test('shows name, policy, number of members and the buttons to open and delete', async () => {
  openApp('/app/familias')
  const row = within((await screen.findByText('Tejada')).closest('tr') as HTMLElement)
  expect(row.getByText('Puntos compartidos')).toBeVisible()
  expect(row.getByText('3')).toBeVisible()
  const open = row.getByRole('link', { name: 'Abrir la familia Tejada' })
  expect(open).toHaveTextContent(/^Abrir$/)
  expect(open).toHaveAttribute('href', '/app/familias/f2')
  expect(row.getByRole('button', { name: 'Eliminar la familia Tejada' })).toHaveTextContent(/^Eliminar$/)
  const rowTexts = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rowTexts[0]).toMatch(/^FamiliaPuntosMiembros/)
  expect(rowTexts.slice(1), 'in the order of the server').toEqual([
    expect.stringMatching(/^Familia Rojas/),
    expect.stringMatching(/^Tejada/),
  ])
  expect(screen.getByText('2 familias')).toBeVisible()
})

test('a user below admin level sees the families without actions', async () => {
  openApp('/app/familias', 'BARBER')
  await screen.findByText('Tejada')
  expect(screen.queryByRole('button', { name: /Eliminar|Crear/ })).toBeNull()
})

test('searches on the server and keeps the text in the address', async () => {
  const router = openApp('/app/familias?q=teja')
  await screen.findByText('Tejada')
  expect(server.requests.find(({ path }) => path === '/families')?.search.get('q')).toBe('teja')
  server.respond('get', '/families', list([]))
  // Typed in one event, because an empty box would search too.
  typeFast(screen.getByLabelText('Buscar por nombre'), 'xyz')
  expect(await screen.findByText('No hay ninguna familia con «xyz» en el nombre.')).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'xyz' }))
})

test('loads the next page', async () => {
  server.respond('get', '/families', list([listedFamily('f1', 'Rojas')], 2, 'more'))
  openApp('/app/familias')
  await screen.findByText('Rojas')
  server.respond('get', '/families', list([listedFamily('f2', 'Tejada')], 2))
  await press('Ver más')
  expect(await screen.findByText('Tejada')).toBeVisible()
  expect(screen.getByText('Rojas')).toBeVisible()
  expect(server.requests.at(-1)?.search.get('cursor')).toBe('more')
  expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull()
})

test('an empty list explains what it will list', async () => {
  server.respond('get', '/families', list([]))
  openApp('/app/familias')
  expect(await screen.findByText('Aún no hay familias')).toBeVisible()
})

// Spec: errors-30
test('a list that fails to load can be loaded again', async () => {
  server.respond('get', '/families', {}, 400)
  openApp('/app/familias')
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudieron cargar las familias.')
  server.respond('get', '/families', list([listedFamily('f1', 'Rojas')]))
  await press('Reintentar')
  expect(await screen.findByText('Rojas')).toBeVisible()
})

test.each([
  [[listedFamily('f1', 'A')]],
  [{ rows: [listedFamily('f1', 'A')] }],
  [{ data: [listedFamily('f1', 'A')] }],
])('reads the families to choose from in %j', async (body) => {
  server.respond('get', '/families', body)
  const choice = familyQueries.choice()
  const read = choice.queryFn as (context: { signal: AbortSignal }) => Promise<ListedFamily[]>
  expect((await read({ signal: new AbortController().signal })).map(({ name }) => name)).toEqual(['A'])
})

async function openForm() {
  openApp('/app/familias')
  await userEvent.click(await screen.findByRole('button', { name: '+ Nueva familia' }))
  return screen.findByRole('dialog', { name: 'Nueva familia' })
}

describe('a new family', () => {
  // Spec: validation-17
  test('requires a name that is not blank', async () => {
    await openForm()
    await userEvent.type(await screen.findByLabelText('Nombre de la familia'), '   ')
    await press('Crear familia')
    expect(screen.getByText('Indica un nombre para la familia.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Nombre de la familia')).toHaveFocus())
    expect(sentRequests('POST')).toEqual([])
  })

  // Spec: validation-17, errors-49
  test('shares points by default', async () => {
    server.respond('post', '/families', listedFamily('f3', 'Vera'), 201)
    await openForm()
    expect(await screen.findByLabelText('Cómo suman puntos')).toHaveValue('POOL')
    await userEvent.type(screen.getByLabelText('Nombre de la familia'), ' Vera ')
    await press('Crear familia')
    expect(await screen.findByText(/Familia creada/)).toHaveTextContent('✅ Familia creada.')
    expect(sentRequests('POST')[0]?.body).toEqual({ name: 'Vera', policy: 'POOL' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('has a link that takes the focus after the creation', async () => {
    server.respond('post', '/families', listedFamily('f3', 'Familia Vera'), 201)
    await openForm()
    await userEvent.type(await screen.findByLabelText('Nombre de la familia'), 'Familia Vera')
    await press('Crear familia')
    const link = await screen.findByRole('link', { name: 'Abrir la familia Vera' })
    expect(link).toHaveAttribute('href', '/app/familias/f3')
    await waitFor(() => expect(link).toHaveFocus())
    await press('Eliminar la familia Rojas')
    expect(screen.queryByRole('link', { name: 'Abrir la familia Vera' })).toBeNull()
  })

  // Spec: errors-30
  test('keeps its key after a lost response', async () => {
    server.respond('post', '/families', {}, 503)
    await openForm()
    await userEvent.type(await screen.findByLabelText('Nombre de la familia'), 'Vera')
    await press('Crear familia')
    expect(await screen.findByText(/No se pudo crear/)).toHaveTextContent('❌ No se pudo crear la familia.')
    server.respond('post', '/families', listedFamily('f3', 'Vera'), 201)
    await press('Crear familia')
    await screen.findByText(/Familia creada/)
    const keys = sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    await press('+ Nueva familia')
    expect(screen.queryByText(/Familia creada/)).toBeNull()
    await userEvent.type(screen.getByLabelText('Nombre de la familia'), 'Otra')
    await press('Crear familia')
    await waitFor(() => expect(sentRequests('POST')).toHaveLength(3))
    expect(sentRequests('POST')[2]?.headers.get('Idempotency-Key')).not.toBe(keys[0])
  })
})

describe('deleting', () => {
  // Spec: validation-28
  test('asks in the words of the specification', async () => {
    server.respond('delete', '/families/f1', { ok: true })
    openApp('/app/familias')
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar la familia Rojas' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Eliminar familia? Solo si está vacía.' }))
    expect(sentRequests('DELETE')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar la familia Rojas' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentRequests('DELETE')).toHaveLength(1)
  })

  test('is refused in the dialog for a family with members', async () => {
    openApp('/app/familias')
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar la familia Tejada' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(
      dialog.getByText(sentence('La familia Tejada todavía tiene 3 miembros: quítalos antes.')),
    ).toBeVisible()
    expect(dialog.queryByRole('button', { name: /Eliminar/ })).toBeNull()
  })

  // Spec: errors-38
  test('keeps a family that a customer has joined meanwhile, with a message', async () => {
    const message = 'La familia tiene miembros: solo se puede eliminar vacía.'
    server.respond('delete', '/families/f1', { code: 'FAMILY_NOT_EMPTY', message }, 409)
    openApp('/app/familias')
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar la familia Rojas' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar la familia Rojas' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(`No se pudo eliminar${message}`)
  })
})
