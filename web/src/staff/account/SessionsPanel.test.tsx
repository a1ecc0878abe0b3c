import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { SessionsPanel } from './SessionsPanel'

const server = mockServer()
const thisSession = {
  id: 's1',
  device: 'Chrome en Windows',
  address: '203.0.113.7',
  openedAt: '2026-11-20T09:00:00Z',
  seenAt: '2026-11-20T10:00:00Z',
  current: true,
}
const phone = { ...thisSession, id: 's2', device: 'Safari en iPhone', address: '', current: false }

test('lists the sessions, ends one, and then the others', async () => {
  server.respond('get', '/auth/sessions', { items: [thisSession, phone, { ...phone, id: 's3' }] })
  server.respond('delete', '/auth/sessions/s2', { ok: true })
  server.respond('post', '/auth/sessions/close-others', { ok: true })
  await renderScreen(<SessionsPanel />)
  const list = within(await screen.findByRole('list', { name: 'Dispositivos conectados' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(first).toHaveTextContent('Este dispositivo')
  expect(first).toHaveTextContent('203.0.113.7')
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
  expect(second).not.toHaveTextContent('Dirección')
  server.respond('get', '/auth/sessions', { items: [thisSession, { ...phone, id: 's3' }] })
  await userEvent.click(
    within(second as HTMLElement).getByRole('button', { name: /^Cerrar la sesión de Safari en iPhone/ }),
  )
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
  expect(server.requests.find(({ method }) => method === 'DELETE')?.path).toBe('/auth/sessions/s2')
  server.respond('get', '/auth/sessions', { items: [thisSession] })
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar las demás' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull()
})

test('a session that had already ended leaves the list; another failure is shown', async () => {
  server.respond('get', '/auth/sessions', { items: [thisSession, phone] })
  server.respond('delete', '/auth/sessions/s2', { code: 'UNAVAILABLE', message: 'Ahora no.' }, 503)
  await renderScreen(<SessionsPanel />)
  const close = await screen.findByRole('button', { name: /^Cerrar la sesión/ })
  await userEvent.click(close)
  expect(await screen.findByText(/Ahora no\./)).toBeVisible()
  server.respond('delete', '/auth/sessions/s2', { code: 'SESSION_NOT_FOUND', message: 'Ya.' }, 404)
  server.respond('get', '/auth/sessions', { items: [thisSession] })
  await userEvent.click(close)
  await waitFor(() => expect(screen.queryByText('Safari en iPhone')).toBeNull())
})
