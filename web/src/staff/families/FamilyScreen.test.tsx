import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Family, FamilyEffect, Role } from '@/api/types'
import { business, customer, family, list, progress, reward } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { flushEffects } from '@/test/waitForResponses'
// Loads the lazy screen before the tests.
import './FamilyScreen'

const server = mockServer()

const shared = progress({ cardKind: 'FAMILY', familyName: 'Familia Rojas', count: 7 })

const effect = (fields: Partial<FamilyEffect> = {}): FamilyEffect => ({
  customerId: 'elena',
  customerName: 'Elena Rojas',
  before: { ...shared, rewards: [reward('FREE', 'r1')] },
  after: progress({ count: 3 }),
  ...fields,
})

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/families/f1', family())
  server.respond('get', '/customers/dani/progress', shared)
  server.respond('get', '/customers/elena/progress', shared)
})

async function open(role: Role = 'OWNER') {
  openApp('/app/familias/f1', role)
  await screen.findByRole('heading', { level: 1, name: 'Familia Rojas' })
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)
const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement)

// Spec: families-1, families-4
test('shows the card and the members with their progress', async () => {
  await open()
  const region = within(screen.getByRole('region', { name: 'Tarjeta de la familia' }))
  expect(region.getByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
  expect(await rowOf('Elena Rojas').findByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
  const role = rowOf('Elena Rojas').getByLabelText('Papel de Elena Rojas')
  expect(role).toHaveDisplayValue('Adulto/a')
  expect(role).toHaveTextContent('TitularAdulto/aHijo/a')
  expect(rowOf('Elena Rojas').getByRole('button')).toHaveTextContent(/^Quitar$/)
  expect(rowOf('Elena Rojas').getByRole('link')).toHaveAttribute('href', '/app/customers/elena')
})

// Spec: errors-29
test('progress that fails to load is a dash', async () => {
  server.respond('get', '/customers/elena/progress', {}, 500)
  await open()
  expect(await rowOf('Elena Rojas').findByText('No se pudo cargar el progreso.')).toBeInTheDocument()
  expect(rowOf('Elena Rojas').getByText('—')).toBeVisible()
})

test('shows the rewards owed by the family card under the INDIVIDUAL policy too', async () => {
  const card = {
    count: 10,
    target: 10,
    halfMilestone: 5,
    rewards: [reward('FREE', 'a'), reward('HALF', 'b'), reward('FREE', 'c')],
  }
  server.respond('get', '/families/f1', family({ policy: 'INDIVIDUAL', card }))
  await open()
  expect(screen.getByText('Pendiente: 2 servicios gratis, 1 descuento del 50 %.')).toBeVisible()
  expect(screen.getByText(/Cada miembro sella su propia tarjeta. Lo que hay en esta/)).toBeVisible()
})

// Spec: families-4
test("shows the family's rewards once, and a member's own rewards in their row", async () => {
  const owed = { ...reward('FREE', 'r1'), cardId: 'family-card' }
  const ownReward = { ...reward('WELCOME', 'r2'), cardId: 'own-card' }
  const member = { ...shared, cardId: 'family-card', rewards: [owed] }
  server.respond(
    'get',
    '/families/f1',
    family({ card: { ...family().card, rewards: [owed] } as Family['card'] }),
  )
  server.respond('get', '/customers/dani/progress', member)
  server.respond('get', '/customers/elena/progress', { ...member, rewards: [owed, ownReward] })
  await open()
  expect(await rowOf('Elena Rojas').findByText('descuento de bienvenida')).toBeVisible()
  expect(await rowOf('Daniel Rojas').findByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
  expect(screen.getAllByText(/1 servicio gratis/)).toHaveLength(1)
})

// Spec: families-5
test("an unknown family shows 'not found'", async () => {
  server.respond(
    'get',
    '/families/f1',
    { code: 'FAMILY_NOT_FOUND', message: 'No se encontró la familia.' },
    404,
  )
  openApp('/app/familias/f1')
  expect(await screen.findByRole('heading', { name: 'No encontrada.' })).toBeVisible()
})

test('a family that fails to load can be loaded again', async () => {
  server.respond('get', '/families/f1', { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
  openApp('/app/familias/f1')
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar.Algo ha fallado.')
  server.respond('get', '/families/f1', family())
  await press('Reintentar')
  expect(await screen.findByText('Elena Rojas')).toBeVisible()
})

test('a user below admin level changes nothing', async () => {
  await open('BARBER')
  expect(screen.queryByRole('button', { name: /Quitar|Guardar/ })).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(rowOf('Elena Rojas').getByText('Adulto/a')).toBeVisible()
})

describe('the data', () => {
  // Spec: families-4
  test('are saved', async () => {
    server.respond('patch', '/families/f1', family({ name: 'Familia Vera' }))
    await open()
    server.respond('get', '/families/f1', family({ name: 'Familia Vera' }))
    const name = screen.getByLabelText('Nombre de la familia')
    await userEvent.clear(name)
    await press('Guardar')
    expect(screen.getByText('Indica un nombre para la familia.')).toBeVisible()
    await userEvent.type(name, 'Familia Vera')
    await press('Guardar')
    expect(await screen.findByRole('heading', { level: 1, name: 'Familia Vera' })).toBeVisible()
    expect(screen.getByText(/Guardado/)).toHaveTextContent('✅ Guardado.')
    expect(sentRequests('PATCH')[0]?.body).toEqual({ name: 'Familia Vera' })
  })

  test('a new policy is saved after a preview of its effect on each member', async () => {
    server.respond(
      'get',
      '/families/f1/policy/preview',
      list([effect(), effect({ customerId: 'dani', customerName: 'Daniel Rojas' })]),
    )
    server.respond('patch', '/families/f1', {}, 400)
    await open()
    await userEvent.selectOptions(screen.getByLabelText('Cómo suman puntos'), 'INDIVIDUAL')
    await press('Guardar')
    const dialog = within(screen.getByRole('dialog', { name: '¿Pasar a «puntos por miembro»?' }))
    expect(await dialog.findByRole('heading', { name: 'Daniel Rojas' })).toBeVisible()
    expect(server.requests.find(({ path }) => path.endsWith('/preview'))?.search.get('policy')).toBe(
      'INDIVIDUAL',
    )
    expect(sentRequests('PATCH')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Cambiar y guardar' }))
    expect(await dialog.findByText(/No se pudo guardar/)).toHaveTextContent('❌ No se pudo guardar.')
    server.respond('patch', '/families/f1', family({ policy: 'INDIVIDUAL' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cambiar y guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentRequests('PATCH').at(-1)?.body).toEqual({ policy: 'INDIVIDUAL' })
  })
})

describe('a member', () => {
  // Spec: states-20
  test('gets another role, and the former PRIMARY becomes ADULT', async () => {
    const [dani, elena] = family().members
    const members = [
      { ...elena, role: 'PRIMARY' },
      { ...dani, role: 'ADULT' },
    ]
    server.respond('patch', '/families/f1/members/elena/role', family({ members } as never))
    await open()
    server.respond('get', '/families/f1', family({ members } as never))
    await userEvent.selectOptions(screen.getByLabelText('Papel de Elena Rojas'), 'PRIMARY')
    await waitFor(() => expect(screen.getByLabelText('Papel de Daniel Rojas')).toHaveValue('ADULT'))
    expect(screen.getByLabelText('Papel de Elena Rojas')).toHaveValue('PRIMARY')
    expect(sentRequests('PATCH')[0]?.body).toEqual({ role: 'PRIMARY' })
  })

  test('keeps the role while arrow keys move, until Enter or blur', async () => {
    server.respond('patch', '/families/f1/members/elena/role', family())
    await open()
    const role = screen.getByLabelText('Papel de Elena Rojas')
    /** Presses an arrow key on the closed select. */
    const step = (key: string, to: string) => {
      fireEvent.keyDown(role, { key })
      fireEvent.change(role, { target: { value: to } })
    }
    act(() => role.focus())
    step('ArrowDown', 'CHILD')
    step('ArrowUp', 'ADULT')
    step('ArrowUp', 'PRIMARY')
    expect(role).toHaveValue('PRIMARY')
    expect(role).toHaveAccessibleDescription('Intro para guardar')
    fireEvent.keyDown(role, { key: 'Escape' })
    expect(role).toHaveValue('ADULT')
    expect(role).not.toHaveAccessibleDescription()
    act(() => role.blur())
    await flushEffects()
    expect(sentRequests('PATCH')).toEqual([])

    act(() => role.focus())
    step('ArrowDown', 'CHILD')
    fireEvent.keyDown(role, { key: 'Enter' })
    act(() => role.blur())
    await waitFor(() => expect(role, 'the role in the response').toHaveValue('ADULT'))
    act(() => role.focus())
    step('ArrowUp', 'PRIMARY')
    act(() => role.blur())
    const roles = () => sentRequests('PATCH').map(({ body }) => body)
    await waitFor(() => expect(roles()).toEqual([{ role: 'CHILD' }, { role: 'PRIMARY' }]))
  })

  // Spec: families-4
  test('leaves after a preview of the effect', async () => {
    server.respond('get', '/families/f1/members/elena/preview', effect())
    server.respond('delete', '/families/f1/members/elena', family({ members: [] }))
    await open()
    await press('Quitar a Elena Rojas de la familia')
    const dialog = within(screen.getByRole('dialog', { name: '¿Quitar a Elena Rojas de la familia?' }))
    expect(await dialog.findByText('Tarjeta de la familia')).toBeVisible()
    expect(dialog.getByText('Su tarjeta')).toBeVisible()
    expect(dialog.getByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
    expect(dialog.getByRole('img', { name: '3 de 10 visitas' })).toBeVisible()
    expect(
      dialog.getByText('Dejará de poder canjear: 1 servicio gratis. Queda para la familia.'),
    ).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Quitar a Elena Rojas' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentRequests('DELETE')).toHaveLength(1)
    await waitFor(() => expect(screen.getByRole('region', { name: 'Miembros' })).toHaveFocus())
  })

  test('leaves although the response was lost', async () => {
    server.respond('get', '/families/f1/members/elena/preview', effect())
    server.respond(
      'delete',
      '/families/f1/members/elena',
      { code: 'MEMBER_NOT_FOUND', message: 'No está.' },
      404,
    )
    server.failOnce('delete', '/families/f1/members/elena')
    await open()
    await press('Quitar a Elena Rojas de la familia')
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText('Tarjeta de la familia')
    server.respond('get', '/families/f1', family({ members: [] }))
    await userEvent.click(dialog.getByRole('button', { name: 'Quitar a Elena Rojas' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const remove = { name: 'Quitar a Elena Rojas de la familia' }
    await waitFor(() => expect(screen.queryByRole('button', remove)).toBeNull())
  })

  test('a change without a preview is disabled', async () => {
    server.respond(
      'get',
      '/families/f1/members/elena/preview',
      { code: 'INTERNAL', message: 'Algo ha fallado.' },
      500,
    )
    await open()
    await press('Quitar a Elena Rojas de la familia')
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Algo ha fallado.')
    expect(dialog.getByRole('button', { name: 'Quitar a Elena Rojas' })).toBeDisabled()
  })
})

describe('a customer to add', () => {
  const ana = customer({ id: 'ana', name: 'Ana Gómez' })
  const bea = customer({
    id: 'bea',
    name: 'Bea Ruiz',
    family: { id: 'f2', name: 'Tejada', policy: 'POOL', role: 'ADULT' },
  })

  beforeEach(() => {
    server.respond('get', '/customers', list([ana, bea]))
    server.respond(
      'get',
      '/families/f1/members/ana/preview',
      effect({ customerName: 'Ana Gómez', before: effect().after, after: effect().before }),
    )
  })

  // Spec: families-4
  test('with another target sees the change before joining', async () => {
    const vip = progress({ target: 4, vip: true, halfMilestone: null })
    server.respond('get', '/families/f1/members/ana/preview', effect({ before: vip, after: shared }))
    await open()
    await userEvent.type(screen.getByLabelText('Buscar a un cliente'), 'an')
    await userEvent.click(await screen.findByRole('button', { name: /Ana Gómez/ }))
    expect(
      await screen.findByText(
        'El servicio gratis pasa de la visita 4 a la 10: la tarjeta de la familia es de 10 visitas.',
      ),
    ).toBeVisible()
  })

  test('is found and joins after a preview', async () => {
    server.respond('post', '/families/f1/members', family(), 201)
    await open()
    await userEvent.type(screen.getByLabelText('Buscar a un cliente'), 'an')
    expect(
      await screen.findByRole('button', { name: /Bea Ruiz.*Ya está en la familia Tejada/ }),
    ).toBeDisabled()
    await press(/Ana Gómez/)
    const dialog = within(screen.getByRole('dialog', { name: '¿Añadir a Ana Gómez a la familia Rojas?' }))
    expect(await dialog.findByText('Podrá canjear además: 1 servicio gratis.')).toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('Papel en la familia'), 'CHILD')
    await userEvent.click(dialog.getByRole('button', { name: 'Añadir a Ana Gómez' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('Buscar a un cliente')).toHaveFocus()
    expect(screen.getByLabelText('Buscar a un cliente')).toHaveValue('')
    expect(sentRequests('POST')[0]?.body).toEqual({ customerId: 'ana', role: 'CHILD' })
    expect(sentRequests('POST')[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('who is not added in the end leaves the search unchanged', async () => {
    await open()
    await userEvent.type(screen.getByLabelText('Buscar a un cliente'), 'an')
    await userEvent.click(await screen.findByRole('button', { name: /Ana Gómez/ }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    expect(screen.getByLabelText('Buscar a un cliente')).toHaveValue('an')
    expect(screen.getByRole('button', { name: /Ana Gómez/ })).toBeVisible()
  })

  // Spec: errors-18
  test('a failed search shows an error', async () => {
    server.respond('get', '/customers', {}, 422)
    await open()
    await userEvent.type(screen.getByLabelText('Buscar a un cliente'), 'an')
    expect(await screen.findByText('No se pudo buscar.')).toBeVisible()
  })

  // Spec: errors-30
  test('a refusal is shown in the dialog', async () => {
    server.respond('post', '/families/f1/members', {}, 409)
    await open()
    await userEvent.type(screen.getByLabelText('Buscar a un cliente'), 'an')
    await userEvent.click(await screen.findByRole('button', { name: /Ana Gómez/ }))
    const dialog = within(screen.getByRole('dialog'))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Añadir a Ana Gómez' })).toBeEnabled())
    await userEvent.click(dialog.getByRole('button', { name: 'Añadir a Ana Gómez' }))
    expect(await dialog.findByText(/No se pudo asignar/)).toHaveTextContent(
      '❌ No se pudo asignar a la familia.',
    )
  })
})
