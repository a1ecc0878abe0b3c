import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { startPortalSession } from '@/api/portalSession'
import { ArmDelay } from '@/kit/useArmed'
import { usual, usualConsent, usualPicture } from '@/test/examples'
import { mockServer } from '@/test/server'
import { ownData, ownWith, signedIn } from '../examples'
import { UsualPanel } from './UsualPanel'

const server = mockServer()

beforeEach(() => {
  localStorage.clear()
  startPortalSession(signedIn)
})

const open = () =>
  render(
    <ArmDelay value={0}>
      <UsualPanel own={ownWith({}, { usualEnabled: true })} />
    </ArmDelay>,
  )

const sentRequests = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('a customer who was never asked can give the permission', async () => {
  server.respond('get', '/portal/me/usual', usual())
  open()
  expect(await screen.findByText(/^Barbería Sur puede guardar una nota/)).toBeVisible()
  server.respond('post', '/portal/me/consents', ownData())
  server.respond('get', '/portal/me/usual', usual({ consent: usualConsent }))
  await userEvent.click(screen.getByRole('button', { name: 'Permitirlo' }))
  expect(await screen.findByText('Diste permiso el 3 de mayo de 2026.')).toBeVisible()
  expect(sentRequests()).toEqual([{ kind: 'USUAL', granted: true }])
})

test('note and pictures are shown, and a picture opens large', async () => {
  server.respond(
    'get',
    '/portal/me/usual',
    usual({ note: 'Al 1', pictures: [usualPicture('p1')], consent: usualConsent }),
  )
  server.respond('get', '/portal/me/usual/pictures/p1', 'photo')
  open()
  expect(await screen.findByText('Al 1')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Ver la foto del 3 de mayo de 2026' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tu corte, 3 de mayo de 2026' }))
  expect(dialog.getByRole('button', { name: 'Guardar la foto' })).toBeVisible()
})

test('the permission is withdrawn after a confirmation', async () => {
  server.respond('get', '/portal/me/usual', usual({ note: 'Al 1', consent: usualConsent }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Retirar el permiso' }))
  expect(sentRequests()).toEqual([])
  server.respond('post', '/portal/me/consents', ownData())
  server.respond('get', '/portal/me/usual', usual({ consent: { ...usualConsent, granted: false } }))
  await userEvent.click(screen.getByRole('button', { name: 'Sí, borrar todo' }))
  await waitFor(() => expect(screen.queryByText('Al 1')).toBeNull())
  expect(sentRequests()).toEqual([{ kind: 'USUAL', granted: false }])
})

test("a refusal shows the server's message", async () => {
  server.respond('get', '/portal/me/usual', usual())
  open()
  server.respond(
    'post',
    '/portal/me/consents',
    { code: 'USUAL_OWN_CONSENT', message: 'Este permiso se da en el mostrador.' },
    409,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Permitirlo' }))
  expect(await screen.findByText('Este permiso se da en el mostrador.')).toBeVisible()
})
