import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { startPortalSession } from '@/api/portalSession'
import type { OwnData, PortalCard, PortalSession } from '@/api/types'
import { ArmDelay } from '@/kit/useArmed'
import { mockServer } from '@/test/server'
import { ownData, signedIn } from '../examples'
import { ErasurePanel } from './ErasurePanel'

const server = mockServer()
const path = '/portal/me/erasure'
const cardsPath = '/portal/me/cards'

const card = (id: string, name: string, changes: Partial<PortalCard> = {}): PortalCard => ({
  id,
  name,
  qrUrl: '',
  businessId: 'b1',
  businessName: 'Barbería Sur',
  child: false,
  grown: false,
  current: false,
  ...changes,
})
const ana = card(signedIn.customerId, 'Ana Ruiz')
const leo = card('leo0123456789', 'Leo Ruiz', { child: true })
const ofLeo = { ...signedIn, token: 'token-of-leo', customerId: leo.id }

beforeEach(() => {
  startPortalSession(signedIn)
  server.respond('get', cardsPath, [{ ...ana, current: true }])
})

function renderScreen(data: OwnData = ownData(), customerId = signedIn.customerId) {
  const callbacks = {
    onErased: vi.fn<() => void>(),
    onChildErased: vi.fn<(name: string, guardian: PortalSession) => void>(),
  }
  render(
    <ArmDelay value={0}>
      <ErasurePanel customerId={customerId} data={data} {...callbacks} />
    </ArmDelay>,
  )
  return callbacks
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sentRequests = () =>
  server.requests.filter(({ method }) => method === 'POST').map((request) => request.path)

async function confirm(name = 'Borrar mis datos') {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled())
  await press(name)
}

test('erasure is requested after a confirmation of its consequences', async () => {
  const { onErased } = renderScreen()
  server.respond('post', path, { ok: true })
  await press('Pedir el borrado')
  expect(screen.getByRole('dialog', { name: '¿Borrar tus datos?' })).toHaveTextContent(/bloqueados 3 años/)
  expect(sentRequests()).toEqual([])
  await confirm()
  await waitFor(() => expect(onErased).toHaveBeenCalledOnce())
})

test('a failed erasure keeps the customer here and shows the reason until the next attempt', async () => {
  const { onErased } = renderScreen()
  server.respond('post', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  await press('Pedir el borrado')
  await confirm()
  expect(await screen.findByText('No se pudo pedir el borrado')).toBeVisible()
  expect(screen.getByText('Ahora no.')).toBeVisible()
  expect(onErased).not.toHaveBeenCalled()
  await press('Cancelar')
  await press('Pedir el borrado')
  expect(screen.queryByText('No se pudo pedir el borrado')).toBeNull()
})

test('an unauthorized response means that a lost request erased the customer', async () => {
  const { onErased } = renderScreen()
  server.fail('post', path)
  await press('Pedir el borrado')
  await confirm()
  await screen.findByText('No se pudo pedir el borrado')
  server.respond('post', path, { code: 'TOKEN_EXPIRED', message: 'Sesión caducada.' }, 401)
  await confirm()
  await waitFor(() => expect(onErased).toHaveBeenCalledOnce())
})

test('erasure waits until the affected cards are known', async () => {
  renderScreen()
  server.fail('get', cardsPath)
  await press('Pedir el borrado')
  expect(await screen.findByText('No se pudo comprobar qué tarjetas se borrarían')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Borrar mis datos' })).toBeDisabled()
  server.respond('get', cardsPath, [{ ...ana, current: true }, leo])
  await press('Reintentar')
  expect(await screen.findByText('También se borrará la tarjeta de Leo Ruiz, que llevas tú.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Borrar mis datos' })).toBeEnabled()
  expect(sentRequests()).toEqual([])
})

test('erasure is not sent after another card was opened', async () => {
  startPortalSession(ofLeo)
  renderScreen(ownData({ child: true, name: leo.name }), leo.id)
  await press('Pedir el borrado')
  startPortalSession(signedIn)
  await confirm('Borrar sus datos')
  expect(await screen.findByText(/se ha abierto otra tarjeta/)).toBeVisible()
  expect(sentRequests()).toEqual([])
})

test('erasing a child opens the guardian’s card', async () => {
  startPortalSession(ofLeo)
  server.respond('get', cardsPath, [ana, { ...leo, current: true }])
  server.respond('post', `${cardsPath}/${ana.id}/open`, signedIn)
  server.respond('post', path, { ok: true })
  const { onErased, onChildErased } = renderScreen(ownData({ child: true, name: leo.name }), leo.id)
  await press('Pedir el borrado')
  expect(screen.getByRole('dialog', { name: '¿Borrar los datos de Leo Ruiz?' })).toHaveTextContent(
    /Tu tarjeta sigue igual/,
  )
  await confirm('Borrar sus datos')
  await waitFor(() => expect(onChildErased).toHaveBeenCalledWith('Leo Ruiz', signedIn))
  expect(onErased).not.toHaveBeenCalled()
  const erasure = server.requests.find((request) => request.path === path)
  expect(erasure?.headers.get('Authorization')).toBe('Bearer token-of-leo')
})

test('a child is not erased when the guardian’s card cannot be opened', async () => {
  startPortalSession(ofLeo)
  server.respond('get', cardsPath, [ana, { ...leo, current: true }])
  server.fail('post', `${cardsPath}/${ana.id}/open`)
  renderScreen(ownData({ child: true, name: leo.name }), leo.id)
  await press('Pedir el borrado')
  await confirm('Borrar sus datos')
  expect(await screen.findByText('No se pudo pedir el borrado')).toBeVisible()
  expect(sentRequests()).toEqual([])
})
