import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { attestation, creation, mockAuthenticator } from '@/test/authenticator'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { PasskeysPanel } from './PasskeysPanel'
import { SessionsPanel } from './SessionsPanel'

const server = mockServer()
const codes = Array.from({ length: 10 }, (_, i) => `abcd-efgh-jkm${i}`)
const key = {
  id: 'k1',
  name: 'Móvil de Ana',
  createdAt: '2026-11-20T10:00:00Z',
  usedAt: null,
  synced: true,
  worksHere: true,
}
const factor = (passkeys: object) => ({
  enrolledAt: null,
  recoveryCodesLeft: 0,
  compulsory: false,
  pending: 'NONE',
  passkeys: { origin: window.location.origin, count: 0, elsewhere: 0, ...passkeys },
})
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  server.respond('get', '/auth/second-factor', factor({}))
  server.respond('get', '/auth/second-factor/passkeys', { items: [] })
})
afterEach(() => vi.unstubAllGlobals())

test('adds a passkey, shows the recovery codes and then lists the passkey', async () => {
  mockAuthenticator()
  const token = tokenWith({ exp: inSeconds(800) })
  server.respond('post', '/auth/second-factor/passkeys/registration', creation)
  server.respond('post', '/auth/second-factor/passkeys', { token, recoveryCodes: codes })
  await renderScreen(<PasskeysPanel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Añadir una llave de acceso' }))
  await userEvent.clear(screen.getByLabelText('Nombre de la llave'))
  await userEvent.type(screen.getByLabelText('Nombre de la llave'), ' Móvil de Ana ')
  server.respond('get', '/auth/second-factor/passkeys', { items: [key] })
  await press('Crear llave de acceso')
  expect(await screen.findAllByText(/^abcd-efgh-jkm\d$/)).toHaveLength(10)
  expect(session.get()?.token).toBe(token)
  expect(
    server.requests.find(({ method, path }) => method === 'POST' && path === '/auth/second-factor/passkeys')
      ?.body,
  ).toEqual({ name: 'Móvil de Ana', ...attestation })
  await press('Ya los he guardado')
  const list = within(await screen.findByRole('list', { name: 'Llaves de acceso' }))
  expect(list.getByText('Móvil de Ana')).toBeVisible()
  expect(list.getByText(/Aún no se ha usado/)).toBeVisible()
})

test('an account that already has a second factor keeps its recovery codes', async () => {
  mockAuthenticator()
  server.respond('post', '/auth/second-factor/passkeys/registration', creation)
  server.respond('post', '/auth/second-factor/passkeys', {
    token: tokenWith({ exp: inSeconds(800) }),
    recoveryCodes: [],
  })
  await renderScreen(<PasskeysPanel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Añadir una llave de acceso' }))
  await press('Crear llave de acceso')
  expect(await screen.findByRole('button', { name: 'Añadir una llave de acceso' })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Códigos de recuperación' })).toBeNull()
})

test('a device that already has a passkey shows the reason and adds none', async () => {
  mockAuthenticator().create.mockRejectedValue(new DOMException('exists', 'InvalidStateError'))
  server.respond('post', '/auth/second-factor/passkeys/registration', creation)
  await renderScreen(<PasskeysPanel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Añadir una llave de acceso' }))
  await press('Crear llave de acceso')
  expect(await screen.findByRole('alert')).toHaveTextContent('Este dispositivo ya tiene una llave de acceso')
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).not.toContain(
    'POST /auth/second-factor/passkeys',
  )
})

test('removes a passkey after a confirmation, and says why the last one stays', async () => {
  mockAuthenticator()
  server.respond('get', '/auth/second-factor/passkeys', { items: [key] })
  const refusal = { code: 'LAST_FACTOR', message: 'Añade otra antes.' }
  server.respond('delete', '/auth/second-factor/passkeys/k1', refusal, 409)
  await renderScreen(<PasskeysPanel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar Móvil de Ana' }))
  await press('Quitar la llave')
  expect(await screen.findByText(/Añade otra antes/)).toBeVisible()
  server.respond('delete', '/auth/second-factor/passkeys/k1', { ok: true })
  server.respond('get', '/auth/second-factor/passkeys', { items: [] })
  await press('Quitar la llave')
  await waitFor(() => expect(screen.queryByText('Móvil de Ana')).toBeNull())
})

test('renames a passkey with its version, and shows a change by another device', async () => {
  mockAuthenticator()
  server.respond('get', '/auth/second-factor/passkeys', { items: [{ ...key, version: 3 }] })
  const refusal = { code: 'PASSKEY_CHANGED', message: 'Esta llave de acceso ha cambiado.' }
  server.respond('patch', '/auth/second-factor/passkeys/k1', refusal, 409)
  await renderScreen(<PasskeysPanel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar nombre: Móvil de Ana' }))
  const name = screen.getByLabelText('Nombre de la llave')
  await userEvent.clear(name)
  await press('Guardar')
  expect(name).toBeInvalid()
  await waitFor(() => expect(name).toHaveFocus())
  server.respond('get', '/auth/second-factor/passkeys', { items: [{ ...key, name: 'Tableta', version: 4 }] })
  await userEvent.type(name, ' Móvil nuevo ')
  await press('Guardar')
  expect(await screen.findByText(/ha cambiado/)).toBeVisible()
  expect(await screen.findByText('Tableta')).toBeInTheDocument()
  expect(name).toHaveValue(' Móvil nuevo ')
  server.respond('patch', '/auth/second-factor/passkeys/k1', { ...key, name: 'Móvil nuevo', version: 5 })
  server.respond('get', '/auth/second-factor/passkeys', {
    items: [{ ...key, name: 'Móvil nuevo', version: 5 }],
  })
  await press('Guardar')
  expect(await screen.findByText('Móvil nuevo')).toBeVisible()
  expect(screen.queryByLabelText('Nombre de la llave')).toBeNull()
  const patches = server.requests.filter(({ method }) => method === 'PATCH')
  expect(patches.map(({ headers }) => headers.get('If-Match'))).toEqual(['"3"', '"4"'])
  expect(patches[1]?.body).toEqual({ name: 'Móvil nuevo' })
})

test('a server without renaming shows no button for it', async () => {
  server.respond('get', '/auth/second-factor/passkeys', { items: [key] })
  await renderScreen(<PasskeysPanel />)
  expect(await screen.findByRole('button', { name: 'Quitar Móvil de Ana' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Cambiar nombre/ })).toBeNull()
})

test('removing a passkey reloads the sessions, because the server ends the others', async () => {
  mockAuthenticator()
  const here = { id: 's1', device: 'Chrome en Windows', address: '203.0.113.7', current: true }
  const times = { openedAt: '2026-11-20T10:00:00Z', seenAt: '2026-11-20T10:00:00Z' }
  const other = { ...here, ...times, id: 's2', device: 'Safari en iPhone', current: false }
  server.respond('get', '/auth/second-factor/passkeys', { items: [key] })
  server.respond('get', '/auth/sessions', { items: [{ ...here, ...times }, other] })
  server.respond('delete', '/auth/second-factor/passkeys/k1', { ok: true })
  await renderScreen(
    <>
      <PasskeysPanel />
      <SessionsPanel />
    </>,
  )
  expect(await screen.findByText(/Safari en iPhone/)).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar Móvil de Ana' }))
  server.respond('get', '/auth/sessions', { items: [{ ...here, ...times }] })
  await press('Quitar la llave')
  await waitFor(() => expect(screen.queryByText(/Safari en iPhone/)).toBeNull())
})

test.each([
  ['', /hace falta una dirección con nombre y https/],
  ['https://axioma.example', /Se crean y se usan en https:\/\/axioma\.example/],
])('at the origin "%s" it says where passkeys work', async (origin, text) => {
  mockAuthenticator()
  server.respond('get', '/auth/second-factor', factor({ origin, elsewhere: 1 }))
  const former = { ...key, worksHere: false, formerHost: 'vieja.example' }
  server.respond('get', '/auth/second-factor/passkeys', { items: [former] })
  await renderScreen(<PasskeysPanel />)
  expect(await screen.findByText(text)).toBeVisible()
  expect(await screen.findByText('Solo en vieja.example')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Añadir una llave de acceso' })).toBeNull()
})

test('a browser without passkeys shows advice to use the app', async () => {
  await renderScreen(<PasskeysPanel />)
  expect(await screen.findByText(/no admite llaves de acceso\. Usa la aplicación/)).toBeVisible()
})
