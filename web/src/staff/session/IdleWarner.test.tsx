import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { IdleWarner } from './IdleWarner'

const server = mockServer()
afterEach(() => vi.useRealTimers())

const idleLeft = (seconds: number | null) =>
  server.respond('get', '/auth/session', {
    expiresAt: '2026-11-20T18:00:00Z',
    idleSeconds: 3600,
    idleLeftSeconds: seconds,
  })
const calls = () => server.requests.filter(({ path }) => path === '/auth/session')
const marks = () => calls().map(({ headers }) => headers.has('Axioma-Automatic'))
const dialog = () => screen.findByRole('dialog', { name: /Tu sesión se cierra en/ })
const note = (
  <>
    <input aria-label="Nota" defaultValue="Corte a medio escribir" />
    <IdleWarner />
  </>
)

test('warns five minutes before the session ends, and a press renews it', async () => {
  idleLeft(300)
  await renderScreen(note, 'SUPERADMIN')
  expect(await dialog()).toHaveAccessibleName('Tu sesión se cierra en 5 minutos por inactividad')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Seguir' })).toHaveFocus())
  idleLeft(3600)
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(marks()).toEqual([false, false])
  expect(screen.getByLabelText('Nota')).toHaveValue('Corte a medio escribir')
})

test('checks the session near its end by a call that does not renew it', async () => {
  idleLeft(301)
  await renderScreen(note, 'SUPERADMIN')
  await waitFor(() => expect(calls()).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  idleLeft(59)
  expect(await screen.findByRole('dialog', {}, { timeout: 5000 })).toHaveAccessibleName(
    'Tu sesión se cierra en menos de un minuto por inactividad',
  )
  expect(marks()).toEqual([false, true])
})

test('a wrong clock of the device changes nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50 * 3600_000 })
  idleLeft(240)
  await renderScreen(note, 'SUPERADMIN')
  expect(await dialog()).toHaveAccessibleName('Tu sesión se cierra en 4 minutos por inactividad')
})

test('a renewal in another tab closes the warning here too', async () => {
  idleLeft(200)
  await renderScreen(note, 'SUPERADMIN')
  await dialog()
  idleLeft(3600)
  const renewal = localStorage.key([...Array(localStorage.length).keys()].findIndex(isRenewal))
  expect(renewal).not.toBeNull()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: renewal })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(marks()).toEqual([false, true])
})

const isRenewal = (at: number) => localStorage.key(at)?.includes('session-renewed') ?? false

test('a failed renewal shows an error, and the warning stays', async () => {
  idleLeft(100)
  await renderScreen(note, 'SUPERADMIN')
  await dialog()
  server.respond('get', '/auth/session', { code: 'BUSY', message: 'Ocupado.' }, 503)
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  expect(await screen.findByText(/No se pudo renovar la sesión/)).toBeVisible()
  expect(session.isLapsed).toBe(false)
})

test('a session that has ended meanwhile asks to sign in again', async () => {
  idleLeft(100)
  await renderScreen(note, 'SUPERADMIN')
  await dialog()
  server.respond('get', '/auth/session', { code: 'SESSION_IDLE', message: 'Se ha cerrado.' }, 401)
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  await waitFor(() => expect(session.isLapsed).toBe(true))
})

test('the button to sign out closes the warning and renews nothing', async () => {
  idleLeft(100)
  await renderScreen(note, 'SUPERADMIN')
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls()).toHaveLength(1)
})

test.each([
  ['SUPERADMIN', null],
  ['OWNER', 100],
] as const)('%s with %s seconds left is not warned', async (role, seconds) => {
  idleLeft(seconds)
  await renderScreen(note, role)
  if (role === 'SUPERADMIN') await waitFor(() => expect(calls()).toHaveLength(1))
  else expect(calls()).toHaveLength(0)
  await waitFor(() => expect(server.pendingCount()).toBe(0))
  expect(screen.queryByRole('dialog')).toBeNull()
})
