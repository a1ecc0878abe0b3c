import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { SnapshotScope } from '@/acts/staff/snapshot/SnapshotProvider'
import { Snapshot } from '@/acts/staff/snapshot/snapshot'
import { session } from '@/api'
import { type PageData, PageDataContext } from '@/api/pageData'
import { LogoutScreen } from '@/staff/session/LogoutScreen'
import { UnauthorizedScreen } from '@/staff/session/UnauthorizedScreen'
import { gate } from '@/test/gate'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { waitForResponses } from '@/test/waitForResponses'
import { LoginScreen } from './LoginScreen'
import { saveReturnPath, takeReturnPath } from './returnPath'

const server = mockServer()

const signIn = () =>
  session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'OWNER', name: 'Ana Ruiz' })

const onContinue = vi.fn<(place: string) => void>()
const Login = () => <LoginScreen onSignedIn={onContinue} />

let ana: { token: string; role: 'OWNER'; email: string }

beforeEach(() => {
  server.respond('get', '/auth/password-recovery', { byEmail: true, contact: '' })
  onContinue.mockReset()
  ana = { token: tokenWith({ exp: inSeconds(600) }), role: 'OWNER', email: 'ana@x.test' }
})

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

// Spec: routes-7
test('a signed-in user can continue or sign out', async () => {
  signIn()
  await open(Login)
  expect(await screen.findByText(sentence('Has entrado como Ana Ruiz.'))).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a mi panel' })).toHaveAttribute('href', '/app')
  expect(screen.getByRole('link', { name: 'Cerrar sesión' })).toHaveAttribute('href', '/logout')
  expect(screen.queryByLabelText('Contraseña')).toBeNull()
})

test('a lapsed session is explained', async () => {
  signIn()
  session.lapse()
  await open(Login)
  expect(await screen.findByText('Sesión caducada. Inicia sesión de nuevo.')).toBeVisible()
})

test('signing out shows no explanation', async () => {
  signIn()
  session.end()
  await open(Login)
  expect(await screen.findByLabelText('Correo electrónico')).toHaveFocus()
  expect(screen.queryByText(/caducada/)).toBeNull()
})

// Spec: routes-11
test.each([200, 401, 500])('signing out ends the session even when the server answers %d', async (status) => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...window.location, replace })
  server.respond('post', '/auth/logout', {}, status)
  const { token } = signIn()
  saveReturnPath({ email: '', role: 'OWNER' }, '/app/account')
  await open(LogoutScreen)
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/login'))
  expect(session.get()).toBeNull()
  expect(takeReturnPath({ email: '', role: 'OWNER' })).toBeNull()
  await waitFor(() => expect(server.requests).toHaveLength(1))
  expect(server.requests[0]?.headers.get('Authorization')).toBe(`Bearer ${token}`)
})

test('signing out waits until the device’s data are erased', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...window.location, replace })
  server.respond('post', '/auth/logout', {})
  const { whenOpen: erasure, open: erase } = gate()
  const snapshot = new Snapshot({
    owner: 'ana',
    store: { read: async () => null, write: async () => undefined, erase: () => erasure },
    fetchPage: () => new Promise(() => undefined),
  })
  signIn()
  await open(() => (
    <SnapshotScope snapshot={snapshot}>
      <LogoutScreen />
    </SnapshotScope>
  ))
  await waitFor(() => expect(session.get()).toBeNull())
  await waitForResponses(server)
  expect(replace).not.toHaveBeenCalled()
  erase()
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/login'))
})

// Spec: routes-12, families-7
test('a role without access gets the message of the specification', async () => {
  await open(UnauthorizedScreen)
  expect(await screen.findByText('No autorizado - No tienes permisos para esta sección.')).toBeVisible()
})

async function enterWith(password: string) {
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'ana@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

async function choose(password: string, repetition = password) {
  const next = await screen.findByLabelText('Contraseña nueva')
  await userEvent.clear(next)
  await userEvent.type(next, password)
  await userEvent.clear(screen.getByLabelText('Repite la contraseña nueva'))
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), repetition)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y entrar' }))
}

test('a temporary password must be replaced before the session starts', async () => {
  const temporary = { token: tokenWith({ exp: inSeconds(600) }), role: 'BARBER', mustChangePassword: true }
  const ownSession = { token: tokenWith({ exp: inSeconds(900) }), role: 'BARBER', mustChangePassword: false }
  server.respond('post', '/auth/login', temporary)
  server.respond('post', '/auth/change-password', ownSession)
  await open(Login)
  await enterWith('abcd-efgh')
  expect(await screen.findByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
  expect(screen.getByLabelText('Contraseña nueva')).toHaveFocus()
  expect(session.get()).toBeNull()
  await choose('corta')
  expect(await screen.findByText('Necesita al menos 8 caracteres.')).toBeVisible()
  await choose('Navaja-2026', 'Navaja-2062')
  expect(await screen.findByText('No es igual que la de arriba.')).toBeVisible()
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await choose('Navaja-2026')
  await waitFor(() => expect(session.get()?.token).toBe(ownSession.token))
  expect(onContinue).toHaveBeenCalledExactlyOnceWith('/app')
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe(`Bearer ${temporary.token}`)
  expect(server.requests.at(-1)?.body).toEqual({ currentPassword: 'abcd-efgh', newPassword: 'Navaja-2026' })
})

test('a refused new password shows the error at the field', async () => {
  server.respond('post', '/auth/login', {
    token: tokenWith({ exp: inSeconds(600) }),
    mustChangePassword: true,
  })
  const errors = [{ field: 'newPassword', message: 'Es demasiado fácil de adivinar.' }]
  server.respond('post', '/auth/change-password', { code: 'VALIDATION', message: 'No.', errors }, 422)
  await open(Login)
  await enterWith('abcd-efgh')
  await choose('password')
  expect(await screen.findByText('Es demasiado fácil de adivinar.')).toBeVisible()
  expect(screen.getByLabelText('Contraseña nueva')).toHaveFocus()
  expect(session.get()).toBeNull()
})

test.each([
  ['at the last page', '/app/familias?q=rojas'],
  ['at home', '/app'],
])('a sign-in continues %s without a question', async (_, place) => {
  if (place !== '/app') saveReturnPath({ email: 'ana@x.test', role: 'OWNER' }, place)
  server.respond('post', '/auth/login', ana)
  await open(Login)
  await enterWith('Demo-1234')
  await waitFor(() => expect(onContinue).toHaveBeenCalledExactlyOnceWith(place))
  expect(session.get()?.token).toBe(ana.token)
  expect(screen.getByRole('button', { name: 'Entrando…' })).toBeVisible()
  expect(screen.queryByText(/Has entrado como/)).toBeNull()
})

test('a sign-in in another tab shows the choice to continue or sign out', async () => {
  await open(Login)
  expect(await screen.findByLabelText('Contraseña')).toBeVisible()
  localStorage.setItem('axioma.session', JSON.stringify({ ...ana, name: 'Ana Ruiz' }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'axioma.session' })))
  expect(screen.getByText(sentence('Has entrado como Ana Ruiz.'))).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a mi panel' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Cerrar sesión' })).toBeVisible()
  expect(onContinue).not.toHaveBeenCalled()
})

const openSent = (data: Omit<PageData, 'business'>) =>
  render(
    <PageDataContext.Provider value={{ business: null, ...data }}>
      <Login />
    </PageDataContext.Provider>,
  )

test('a session opened by a form is stored, and the sign-in continues', () => {
  openSent({ signedIn: ana as never })
  expect(onContinue).toHaveBeenCalledExactlyOnceWith('/app')
  expect(session.get()?.token).toBe(ana.token)
  expect(screen.queryByLabelText('Contraseña')).toBeNull()
})

test('an invalid session of a form shows the reason at the form', () => {
  openSent({ signedIn: { ...ana, token: tokenWith({ exp: inSeconds(-1) }) } as never })
  expect(screen.getByText('Sesión caducada. Inicia sesión de nuevo.')).toBeVisible()
  expect(screen.getByLabelText('Contraseña')).toBeVisible()
  expect(onContinue).not.toHaveBeenCalled()
})

test('a refused form shows the reason until the next attempt and keeps the e-mail', async () => {
  const problem = { status: 401, code: 'SIGN_IN_FAILED', message: 'Correo o contraseña incorrectos.' }
  openSent({ fields: { email: 'ana@x.test' }, problem })
  expect(screen.getByRole('alert')).toHaveTextContent('Correo o contraseña incorrectos.')
  expect(screen.getByLabelText('Correo electrónico')).toHaveValue('ana@x.test')
  server.respond('post', '/auth/login', ana)
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Demo-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(onContinue).toHaveBeenCalledExactlyOnceWith('/app'))
})
