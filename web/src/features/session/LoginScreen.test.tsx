import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
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
