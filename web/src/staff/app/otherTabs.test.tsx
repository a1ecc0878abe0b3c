import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { session } from '@/api'
import { SessionStore } from '@/api/session'
import { business, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
// Loads the lazy screens before the tests.
import '@/shared/login/LoginScreen'
import '@/staff/families/FamilyListScreen'

const server = mockServer()
const ana = { role: 'OWNER', email: 'ana@x.test', businessId: 'b1' } as const
const bea = { ...ana, role: 'ADMIN', email: 'bea@x.test' } as const

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/families', list([]))
})

/** Changes the common storage as another tab does. This tab receives the event afterwards. */
async function inAnotherTab(router: ReturnType<typeof openApp>, change: (other: SessionStore) => void) {
  act(() => {
    change(new SessionStore())
    window.dispatchEvent(new StorageEvent('storage', { key: 'axioma.session' }))
  })
  await act(() => router.invalidate())
}

const signIn = (who: typeof ana | typeof bea) => (other: SessionStore) =>
  void other.start({ ...who, token: tokenWith({ exp: inSeconds(900) }) })

async function typeFamily() {
  const router = openApp('/app/familias?q=rojas')
  await userEvent.click(await screen.findByRole('button', { name: '+ Nueva familia' }))
  await userEvent.type(screen.getByLabelText('Nombre de la familia'), 'Los Rojas')
  return router
}

test('a session that another tab finds lapsed keeps the input and the place of this tab', async () => {
  const router = await typeFamily()
  await inAnotherTab(router, (other) => other.lapse())
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(session.isLapsed).toBe(true)
  expect(screen.getByText(/sesión caducada/i)).toBeVisible()
  await inAnotherTab(router, signIn(ana))
  await waitFor(() => expect(router.state.location.href).toBe('/app/familias?q=rojas'))
  await userEvent.click(await screen.findByRole('button', { name: '+ Nueva familia' }))
  expect(screen.getByLabelText('Nombre de la familia')).toHaveValue('Los Rojas')
})

test('a sign-out in another tab drops the input and the place of this tab', async () => {
  const router = await typeFamily()
  await inAnotherTab(router, (other) => other.end())
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(session.isLapsed).toBe(false)
  await inAnotherTab(router, signIn(ana))
  expect(await screen.findByText('Ya hay una sesión abierta')).toBeVisible()
  expect(sessionStorage.getItem('axioma.drafts')).toBeNull()
})

test('a form of this tab is reset when the next event brings another user of the business', async () => {
  const router = await typeFamily()
  await inAnotherTab(router, signIn(bea))
  expect(session.get()?.email).toBe('bea@x.test')
  await waitFor(() => expect(screen.queryByDisplayValue('Los Rojas')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: '+ Nueva familia' }))
  expect(screen.getByLabelText('Nombre de la familia')).toHaveValue('')
})
