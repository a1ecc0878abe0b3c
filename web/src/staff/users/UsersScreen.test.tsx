import { Link } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { resetPassword } from '@/acts/staff/resetPassword'
import type { Role } from '@/api/types'
import { mayManage, rolesToCreate } from '@/api/users'
import { Toaster } from '@/kit/Toaster'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { NewStaffScreen } from './NewStaffScreen'
import { UsersScreen } from './UsersScreen'

const server = mockServer()

const account = (role: string, name: string, disabled = false) => ({
  id: name.toLowerCase(),
  email: `${name.toLowerCase()}@x.test`,
  name,
  role,
  disabled,
  createdAt: '2026-01-02T10:00:00Z',
})
const barber = account('BARBER', 'Bea')
const respondWithUsers = (users: object[]) =>
  server.respond('get', '/users', { items: users, total: users.length, nextCursor: null })
const option = (name: string) => screen.queryByRole('option', { name })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

async function openForm(role: Role = 'OWNER') {
  const view = await renderScreen(<UsersScreen />, role)
  await press('Crear con contraseña')
  return view
}

async function fill(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText('Correo electrónico'), email)
  if (password) await userEvent.type(screen.getByLabelText('Contraseña'), password)
}

describe('the roles to create', () => {
  // Spec: validation-11, roles-13
  test.each([
    ['SUPERADMIN', ['BARBER', 'ADMIN']],
    ['OWNER', ['BARBER', 'ADMIN']],
    ['ADMIN', ['BARBER']],
    ['BARBER', []],
  ] as const)('for %s are %j', (role, roles) => {
    expect(rolesToCreate(role)).toEqual(roles)
  })

  // Spec: users-4, roles-12
  test('for an ADMIN are only BARBER, preselected', async () => {
    respondWithUsers([])
    const { unmount } = await openForm('ADMIN')
    expect(screen.getByLabelText('Rol')).toHaveValue('BARBER')
    expect(option('Administrador')).toBeNull()
    unmount()
    await openForm('OWNER')
    expect(option('Administrador')).not.toBeNull()
  })
})

describe('creating a user', () => {
  // Spec: users-1, entities-18, calls-14, errors-42
  test('sends the trimmed input and shows the result', async () => {
    respondWithUsers([])
    server.respond('post', '/users', barber, 201)
    await openForm()
    await fill(' bea@x.test ', 'secret')
    await userEvent.selectOptions(screen.getByLabelText('Rol'), 'ADMIN')
    respondWithUsers([barber])
    await press('Crear usuario')
    expect(await screen.findByText(/Usuario creado/)).toHaveTextContent('✅ Usuario creado correctamente.')
    expect(await screen.findByText('bea@x.test')).toBeVisible()
    const [request] = server.requests.filter(({ method }) => method === 'POST')
    expect(request?.body).toEqual({ email: 'bea@x.test', password: 'secret', role: 'ADMIN' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await press('Crear con contraseña')
    expect(screen.getByLabelText('Correo electrónico')).toHaveValue('')
    expect(screen.queryByText(/Usuario creado/)).toBeNull()
  })

  test('keeps its key in a retry, and gets another after a change', async () => {
    respondWithUsers([])
    server.respond('post', '/users', {}, 502)
    await openForm()
    await fill('bea@x.test', 'secret')
    await press('Crear usuario')
    await screen.findByText(/No se pudo crear/)
    await press('Crear usuario')
    const keys = () =>
      server.requests
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers.get('Idempotency-Key'))
    await waitFor(() => expect(keys()).toHaveLength(2))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Crear usuario' })).not.toHaveAttribute('aria-busy'),
    )
    await userEvent.type(screen.getByLabelText('Contraseña'), 's')
    await press('Crear usuario')
    await waitFor(() => expect(keys()).toHaveLength(3))
    const [first, second, third] = keys()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  // Spec: validation-10, limits-2
  test('requires a password of six characters before it sends a request', async () => {
    respondWithUsers([])
    await openForm()
    await fill('', '12345')
    await press('Crear usuario')
    expect(await screen.findByText('Escribe un correo.')).toBeVisible()
    expect(screen.getByText('La contraseña necesita al menos 6 caracteres.')).toBeVisible()
    expect(server.requests.some(({ method }) => method === 'POST')).toBe(false)
  })

  test('shows a refusal in the form and at its field', async () => {
    respondWithUsers([])
    const errors = [{ field: 'email', message: 'Ese correo no vale.' }]
    server.respond(
      'post',
      '/users',
      { code: 'VALIDATION', message: 'Revisa los campos marcados.', errors },
      422,
    )
    await openForm()
    await fill('bea@x.test', 'secret')
    await press('Crear usuario')
    expect(await screen.findByText(/Revisa los campos marcados/)).toHaveTextContent(
      '❌ Revisa los campos marcados.',
    )
    expect(screen.getByLabelText('Correo electrónico')).toHaveAccessibleDescription('Ese correo no vale.')
    expect(screen.getByLabelText('Correo electrónico')).toHaveValue('bea@x.test')
  })

  // Spec: errors-23
  test("shows the screen's own message when a new user is refused without one", async () => {
    respondWithUsers([])
    server.respond('post', '/users', {}, 500)
    await openForm()
    await fill('bea@x.test', 'secret')
    await press('Crear usuario')
    expect(await screen.findByText(/No se pudo crear/)).toHaveTextContent('❌ No se pudo crear el usuario.')
  })

  // Spec: errors-41
  test('shows a refusal on the separate screen in the words of the specification', async () => {
    server.respond(
      'post',
      '/users',
      { code: 'EMAIL_TAKEN', message: 'Ya existe un usuario con este correo.' },
      409,
    )
    await renderScreen(<NewStaffScreen />)
    await fill('bea@x.test', 'secret')
    await press('Crear usuario')
    expect(await screen.findByText(/Ya existe/)).toHaveTextContent(
      '❌ Error: Ya existe un usuario con este correo.',
    )
  })
})

describe('the table', () => {
  // Spec: roles-15
  test.each([
    ['SUPERADMIN', ['SUPERADMIN', 'OWNER', 'ADMIN', 'BARBER']],
    ['OWNER', ['OWNER', 'ADMIN', 'BARBER']],
    ['ADMIN', ['BARBER']],
    ['BARBER', []],
  ] as const)('lets %s manage %j', (role, others) => {
    const everybody = ['SUPERADMIN', 'OWNER', 'ADMIN', 'BARBER'] as const
    expect(everybody.filter((other) => mayManage(role, other))).toEqual(others)
  })

  // Spec: users-2, roles-15
  test('shows the users, without buttons for oneself and for users that one may not manage', async () => {
    const oneself = { ...account('ADMIN', 'Ada'), email: 'admin@x.test' }
    respondWithUsers([oneself, account('OWNER', 'Olga'), account('BARBER', 'Bea', true)])
    await renderScreen(<UsersScreen />, 'ADMIN')
    await screen.findByText('bea@x.test')
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Persona', 'Rol', 'Estado', 'Acciones'])
    const rows = screen.getAllByRole('row').slice(1)
    const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(cells).toEqual([
      ['Adaadmin@x.test', 'Administrador', 'Tú', ''],
      ['Olgaolga@x.test', 'Propietario', 'Activo', ''],
      ['Beabea@x.test', 'Barbero', 'Desactivado', 'Restablecer contraseñaActivar'],
    ])
    expect(screen.getByRole('button', { name: 'Activar a Bea' })).toBeVisible()
  })

  // Spec: entities-5, calls-13
  test.each([[[barber]], [{ rows: [barber] }], [{ data: [barber] }]])('reads %j', async (list) => {
    server.respond('get', '/users', list)
    await renderScreen(<UsersScreen />)
    expect(await screen.findByText('bea@x.test')).toBeVisible()
  })

  // Spec: errors-22
  test("shows the screen's own message for an error without one", async () => {
    server.respond('get', '/users', {}, 400)
    await renderScreen(<UsersScreen />)
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar usuarios.')
    respondWithUsers([barber])
    await press('Reintentar')
    expect(await screen.findByText('bea@x.test')).toBeVisible()
  })
})

describe('disabling and enabling a user', () => {
  test('asks first and names the user', async () => {
    respondWithUsers([barber])
    server.respond('post', '/users/bea/disable', { ...barber, disabled: true })
    await renderScreen(<UsersScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Desactivar a Bea' }))
    const dialog = screen.getByRole('dialog', { name: '¿Desactivar a Bea?' })
    expect(server.requests.map(({ path }) => path)).not.toContain('/users/bea/disable')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Desactivar a Bea' }))
    await waitFor(() => expect(server.requests.map(({ path }) => path)).toContain('/users/bea/disable'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows a refusal in the dialog', async () => {
    respondWithUsers([account('BARBER', 'Bea', true)])
    server.respond('post', '/users/bea/enable', { code: 'X', message: 'Ahora no.' }, 409)
    await renderScreen(<UsersScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Activar a Bea' }))
    const dialog = screen.getByRole('dialog', { name: '¿Activar a Bea?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Activar a Bea' }))
    expect(await within(dialog).findByText(/Ahora no/)).toBeVisible()
  })
})

describe('a temporary password', () => {
  async function reset() {
    await userEvent.click(await screen.findByRole('button', { name: 'Restablecer contraseña de Bea' }))
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Restablecer contraseña' }),
    )
  }

  // Spec: users-2, users-3
  test('is shown once and can be copied', async () => {
    respondWithUsers([barber])
    server.respond('post', '/users/bea/reset-password', { tempPassword: 'Kf8-wq2' })
    await renderScreen(<UsersScreen />)
    await reset()
    expect(await screen.findByText('Kf8-wq2')).toBeVisible()
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copiar contraseña temporal' }))
    expect(await navigator.clipboard.readText()).toBe('Kf8-wq2')
    expect(await screen.findByRole('button', { name: 'Copiada' })).toBeVisible()
    await userEvent.click(screen.getByRole('dialog'))
    expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull()
    expect(screen.getByText('Kf8-wq2')).toBeVisible()
    await press('Ya la he apuntado')
    await userEvent.click(screen.getByRole('button', { name: 'Restablecer contraseña de Bea' }))
    expect(screen.queryByText('Kf8-wq2')).toBeNull()
  })

  test('asks before the page is left', async () => {
    respondWithUsers([barber])
    server.respond('post', '/users/bea/reset-password', { tempPassword: 'Kf8-wq2' })
    await renderScreen(
      <>
        <UsersScreen />
        <Link to="/">Atrás</Link>
      </>,
      'OWNER',
      '/app/users',
    )
    await reset()
    await screen.findByText('Kf8-wq2')
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false)
    await userEvent.click(screen.getByRole('link', { name: 'Atrás', hidden: true }))
    await waitFor(() =>
      expect(ask.mock.calls).toEqual([['Esta contraseña no se volverá a mostrar. ¿Salir sin apuntarla?']]),
    )
    expect(screen.getByText('Kf8-wq2')).toBeVisible()
  })

  // Spec: calls-16
  test.each([
    ['post', '/users/bea/reset-password', { tempPassword: 'p1' }],
    ['post', '/admin/users/bea/reset-password', { password: 'p1' }],
    ['post', '/cp/users/bea/reset-password', { newPassword: 'p1' }],
    ['patch', '/users/bea/password', { ok: true }],
    ['post', '/users/reset-password', { temp: 'p1' }],
  ] as const)('comes from a server that offers only %s %s', async (method, path, response) => {
    server.respondNotFound()
    server.respond(method, path, response)
    expect(await resetPassword('bea', 'p1')).toBe('p1')
    expect(server.requests).toHaveLength(1)
  })

  test('suggested by the app is long and random', async () => {
    server.respondNotFound()
    server.respond('patch', '/users/bea/password', {})
    const proposals = [await resetPassword('bea'), await resetPassword('bea')]
    expect(proposals[0]).toMatch(/^[a-zA-Z2-9]{12}$/)
    expect(proposals[0]).not.toBe(proposals[1])
    expect(server.requests.map(({ body }) => body)).toEqual(proposals.map((newPassword) => ({ newPassword })))
  })

  // Spec: errors-11
  test("shows the screen's own message when a reset is refused without one", async () => {
    server.respond('post', '/users/bea/reset-password', {}, 409)
    respondWithUsers([barber])
    await renderScreen(<UsersScreen />)
    await reset()
    expect(await screen.findByText(/No se pudo resetear/)).toHaveTextContent(
      '❌ No se pudo resetear la contraseña.',
    )
  })

  // Spec: errors-33
  test('stays visible when it cannot be copied', async () => {
    respondWithUsers([barber])
    server.respond('post', '/users/bea/reset-password', { tempPassword: 'Kf8-wq2' })
    await renderScreen(
      <>
        <UsersScreen />
        <Toaster />
      </>,
    )
    await reset()
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(await screen.findByRole('button', { name: 'Copiar contraseña temporal' }))
    expect(await screen.findByText('No se pudo copiar.')).toBeVisible()
    expect(screen.getByText('Kf8-wq2')).toBeVisible()
  })

  // Spec: errors-10
  test('shows an error when the server supports no call', async () => {
    server.respondNotFound()
    respondWithUsers([barber])
    await renderScreen(<UsersScreen />)
    await reset()
    expect(await screen.findByText(/endpoint compatible/)).toHaveTextContent(
      '❌ No encontré un endpoint compatible para resetear contraseña... Not Found',
    )
  })
})

test('an account under password guessing shows when the guessing was seen', async () => {
  respondWithUsers([{ ...barber, triedAt: '2026-11-20T10:00:00Z' }, account('ADMIN', 'Ada')])
  await renderScreen(<UsersScreen />, 'OWNER')
  const row = (await screen.findByText('Bea')).closest('tr')
  expect(row).toHaveTextContent(/Muchos intentos de entrar: \S/)
  expect(screen.getByText('Ada').closest('tr')).not.toHaveTextContent('Muchos intentos')
})
