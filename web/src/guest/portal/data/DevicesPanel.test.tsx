import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { startPortalSession } from '@/api/portalSession'
import type { OpenSession, OwnData } from '@/api/types'
import { ArmDelay } from '@/kit/useArmed'
import { mockServer } from '@/test/server'
import { signedIn } from '../examples'
import { DevicesPanel } from './DevicesPanel'

const server = mockServer()
const path = '/portal/me/sessions'

const here: OpenSession = {
  id: 's2',
  device: 'Safari en iPhone',
  openedAt: '2026-03-26T09:00:00Z',
  seenAt: '2026-03-26T09:00:00Z',
  current: true,
  signedInBy: 'phone',
}
const lostSession: OpenSession = {
  id: 's1',
  device: 'Chrome en Android',
  openedAt: '2026-03-01T09:00:00Z',
  seenAt: '2026-03-25T09:00:00Z',
  current: false,
  signedInBy: 'phone',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
  startPortalSession(signedIn)
})

const open = (...sessions: OpenSession[]) => openBy('phone', ...sessions)

async function openBy(by: OwnData['signedInBy'], ...sessions: OpenSession[]) {
  server.respond('get', path, sessions)
  const onLeave = vi.fn<() => void>()
  render(
    <ArmDelay value={0}>
      <DevicesPanel by={by} timeZone="Europe/Madrid" onLeave={onLeave} />
    </ArmDelay>,
  )
  await screen.findByText(here.device)
  return onLeave
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)

// Spec: portal-19
test('shows this device, and each sign-in and last use', async () => {
  await open(here, lostSession)
  const [mine, other] = screen.getAllByRole('listitem')
  expect(within(mine as HTMLElement).getByText('Este dispositivo')).toBeVisible()
  expect(within(mine as HTMLElement).queryByRole('button')).toBeNull()
  expect(other).toHaveTextContent(/Abierta: .*1 .*mar.* · Último uso: ayer/)
})

test('marks sessions by e-mail', async () => {
  await open(here, { ...lostSession, signedInBy: 'email' })
  const [mine, other] = screen.getAllByRole('listitem')
  expect(other).toHaveTextContent(/Abierta: .*, con un código por correo · Último uso/)
  expect(mine).not.toHaveTextContent(/correo/)
})

test('ends one session and shows the others', async () => {
  await open(here, lostSession)
  server.respond('delete', `${path}/s1`, { ok: true })
  server.respond('get', path, [here])
  await press('Cerrar en Chrome en Android')
  await waitFor(() => expect(screen.queryByText(lostSession.device)).toBeNull())
  expect(screen.getByRole('status')).toHaveTextContent('Sesión cerrada en Chrome en Android.')
  await waitFor(() => expect(screen.getByRole('list', { name: 'Dispositivos' })).toHaveFocus())
  expect(sentRequests('DELETE')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Cerrar en los demás' })).toBeNull()
})

test('a session by e-mail does not offer to close the sessions of the phone', async () => {
  await openBy('email', here, lostSession)
  expect(screen.getByText(/Para ver los demás, entra con tu móvil/)).toBeVisible()
  await press('Cerrar en todos')
  const question = '¿Cerrar en todos los dispositivos con este correo?'
  await userEvent.click(
    within(screen.getByRole('dialog', { name: question })).getByRole('button', { name: 'Cancelar' }),
  )
  server.respond('post', `${path}/close`, { ok: true })
  server.respond('get', path, [here])
  await press('Cerrar en los demás')
  await waitFor(() => expect(screen.queryByText(lostSession.device)).toBeNull())
  expect(screen.getByRole('status')).toHaveTextContent('Sesión cerrada en los demás dispositivos.')
})

// Spec: portal-19
test('ends all other sessions and keeps this one', async () => {
  const onLeave = await open(here, lostSession)
  server.respond('post', `${path}/close`, { ok: true })
  server.respond('get', path, [here])
  await press('Cerrar en los demás')
  await waitFor(() => expect(screen.queryByText(lostSession.device)).toBeNull())
  expect(screen.getByRole('status')).toHaveTextContent('Sesión cerrada en los demás dispositivos.')
  await waitFor(() => expect(screen.getByRole('list', { name: 'Dispositivos' })).toHaveFocus())
  expect(sentRequests('POST')[0]?.body).toEqual({ butThis: true })
  expect(onLeave).not.toHaveBeenCalled()
})

test('ends all sessions after a confirmation that includes this one', async () => {
  const onLeave = await open(here)
  await press('Cerrar en todos')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/También se cierra en este/)).toBeVisible()
  server.respond('post', `${path}/close`, { ok: true })
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar en todos' }))
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(sentRequests('POST')[0]?.body).toEqual({ butThis: false })
})

test('an unauthorized response means that a lost request closed the sessions', async () => {
  const onLeave = await open(here)
  server.fail('post', `${path}/close`)
  await press('Cerrar en todos')
  const all = () =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cerrar en todos' }))
  await all()
  expect(await screen.findByText('No se pudo cerrar')).toBeVisible()
  await press('Cancelar')
  await press('Cerrar en todos')
  expect(screen.queryByText('No se pudo cerrar')).toBeNull()
  server.respond('post', `${path}/close`, { code: 'TOKEN_EXPIRED', message: 'Sesión caducada.' }, 401)
  await all()
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
})

test('a session that has already ended is reported and removed', async () => {
  await open(here, lostSession)
  server.respond(
    'delete',
    `${path}/s1`,
    { code: 'SESSION_NOT_FOUND', message: 'Esa sesión ya está cerrada.' },
    404,
  )
  server.respond('get', path, [here])
  await press('Cerrar en Chrome en Android')
  expect(await screen.findByText('Esa sesión ya está cerrada.')).toBeVisible()
  expect(screen.queryByText(lostSession.device)).toBeNull()
})

test('a failed list offers a retry', async () => {
  server.respond('get', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  render(<DevicesPanel by="phone" timeZone="Europe/Madrid" onLeave={() => undefined} />)
  expect(await screen.findByText('No se pudieron cargar tus dispositivos')).toBeVisible()
  server.respond('get', path, [here])
  await press('Reintentar')
  expect(await screen.findByText(here.device)).toBeVisible()
})
