import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '@/api'
import { standIn } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { LoginScreen } from './LoginScreen'
import { LogoutScreen } from './LogoutScreen'
import { keepPlace, takePlace } from './place'
import { UnauthorizedScreen } from './UnauthorizedScreen'

const server = standIn()

const signIn = () =>
  session.start({ token: tokenWith({ exp: inSeconds(60) }), role: 'OWNER', name: 'Ana Ruiz' })

async function open(Screen: () => React.ReactNode) {
  vi.stubGlobal('scrollTo', () => undefined)
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('a person who has signed in is asked what now', async () => {
  signIn()
  await open(LoginScreen)
  expect(await screen.findByText('Has entrado como Ana Ruiz.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a mi panel' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('link', { name: 'Cerrar sesión' })).toHaveAttribute('href', '/logout')
  expect(screen.queryByLabelText('Contraseña')).toBeNull()
})

test('a person whose session ran out is told so', async () => {
  signIn()
  session.lapse()
  await open(LoginScreen)
  expect(await screen.findByText('Sesión caducada. Inicia sesión de nuevo.')).toBeVisible()
})

test('a person who signed out is told nothing', async () => {
  signIn()
  session.end()
  await open(LoginScreen)
  expect(await screen.findByLabelText('Correo electrónico')).toHaveFocus()
  expect(screen.queryByText(/caducada/)).toBeNull()
})

test.each([200, 401, 500])(
  'signing out forgets the session, whatever the server says (%d)',
  async (status) => {
    const replace = vi.fn()
    vi.stubGlobal('location', { ...window.location, replace })
    server.says('post', '/auth/logout', {}, status)
    const { token } = signIn()
    keepPlace({ email: '', role: 'OWNER' }, '/app/account')
    await open(LogoutScreen)
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/login'))
    expect(session.get()).toBeNull()
    expect(takePlace({ email: '', role: 'OWNER' })).toBeNull()
    await waitFor(() => expect(server.asked).toHaveLength(1))
    expect(server.asked[0]?.headers.get('Authorization')).toBe(`Bearer ${token}`)
  },
)

test('says in the words of the specification that the role does not reach this far', async () => {
  await open(UnauthorizedScreen)
  expect(await screen.findByText('No autorizado - No tienes permisos para esta sección.')).toBeVisible()
})

async function enterWith(password: string) {
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'ana@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

async function choose(password: string, repeated = password) {
  const next = await screen.findByLabelText('Contraseña nueva')
  await userEvent.clear(next)
  await userEvent.type(next, password)
  await userEvent.clear(screen.getByLabelText('Repite la contraseña nueva'))
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), repeated)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y entrar' }))
}

test('who has a temporary password chooses one, and only then has a session', async () => {
  const temporary = { token: tokenWith({ exp: inSeconds(60) }), role: 'BARBER', mustChangePassword: true }
  const own = { token: tokenWith({ exp: inSeconds(90) }), role: 'BARBER', mustChangePassword: false }
  server.says('post', '/auth/login', temporary)
  server.says('post', '/auth/change-password', own)
  await open(LoginScreen)
  await enterWith('abcd-efgh')
  expect(await screen.findByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
  expect(screen.getByLabelText('Contraseña nueva')).toHaveFocus()
  expect(session.get()).toBeNull()
  await choose('corta')
  expect(await screen.findByText('Necesita al menos 8 caracteres.')).toBeVisible()
  await choose('Navaja-2026', 'Navaja-2062')
  expect(await screen.findByText('No es igual que la de arriba.')).toBeVisible()
  expect(server.asked).toHaveLength(1)
  await choose('Navaja-2026')
  await waitFor(() => expect(session.get()?.token).toBe(own.token))
  expect(server.asked[1]?.headers.get('Authorization')).toBe(`Bearer ${temporary.token}`)
  expect(server.asked[1]?.body).toEqual({ currentPassword: 'abcd-efgh', newPassword: 'Navaja-2026' })
})

test('a password that the server refuses is said at its field', async () => {
  server.says('post', '/auth/login', { token: tokenWith({ exp: inSeconds(60) }), mustChangePassword: true })
  const errors = [{ field: 'newPassword', message: 'Es demasiado fácil de adivinar.' }]
  server.says('post', '/auth/change-password', { code: 'VALIDATION', message: 'No.', errors }, 422)
  await open(LoginScreen)
  await enterWith('abcd-efgh')
  await choose('password')
  expect(await screen.findByText('Es demasiado fácil de adivinar.')).toBeVisible()
  expect(screen.getByLabelText('Contraseña nueva')).toHaveFocus()
  expect(session.get()).toBeNull()
})
