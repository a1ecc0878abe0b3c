import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { session, useSignedIn } from '@/api'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
// Loads the lazy screens before the tests.
import '@/staff/families/FamilyListScreen'
import '@/shared/login/LoginScreen'

const server = mockServer()
const answerFor = (email: string, role: string) => ({
  token: tokenWith({ exp: inSeconds(600) }),
  role,
  email,
  businessId: 'b1',
})

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/families', { items: [], total: 0, nextCursor: null })
})

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'ana@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Demo-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

// Spec: routes-8
test.each([
  ['the same user returns to the last page', 'ana@x.test', 'OWNER', '/app/familias?q=rojas'],
  ['another user starts at the home page', 'luis@x.test', 'OWNER', '/app'],
  ['a user with a new role starts at the home page', 'ana@x.test', 'ADMIN', '/app'],
])('after a lapsed session %s', async (_, email, role, place) => {
  const router = openApp('/app/familias?q=rojas')
  await screen.findByRole('heading', { level: 1, name: 'Familias' })
  server.respond('post', '/auth/login', answerFor(email, role))
  act(() => session.lapse())
  await act(() => router.invalidate())
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await signIn()
  await waitFor(() => expect(router.state.location.href).toBe(place))
})

test('a link followed in a lapsed session opens after the sign-in', async () => {
  const expiringSession = { ...answerFor('ana@x.test', 'OWNER'), token: tokenWith({ exp: inSeconds(60) }) }
  session.start(expiringSession as never)
  server.respond('post', '/auth/login', answerFor('ana@x.test', 'OWNER'))
  const router = openApp('/unauthorized')
  session.start(expiringSession as never)
  act(() => session.lapse())
  await act(() => router.navigate({ to: '/app/familias', search: { q: 'vera' } }))
  await signIn()
  await waitFor(() => expect(router.state.location.href).toBe('/app/familias?q=vera'))
})

test('a session that ends during a render breaks no screen', async () => {
  const uncaught = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  window.addEventListener('error', uncaught)
  vi.spyOn(console, 'error').mockReturnValue() // React logs it as an error
  const router = openApp('/unauthorized')
  const { options } = router.routesById['/signed-in/app/account']
  const { component } = options
  options.component = () => {
    session.lapse()
    return <WhoSignedIn />
  }
  await act(() => router.navigate({ to: '/app/account' }))
  await act(() => router.invalidate())
  expect(await screen.findByLabelText('Correo electrónico')).toBeVisible()
  expect(uncaught).not.toHaveBeenCalled()
  window.removeEventListener('error', uncaught)
  options.component = component
})

function WhoSignedIn() {
  return useSignedIn().email
}
