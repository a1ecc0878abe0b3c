import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cacheCard, readCachedCard } from '@/api/cardCache'
import { startPortalSession } from '@/api/portalSession'
import { ArmDelay } from '@/kit/useArmed'
import { mockServer } from '@/test/server'
import { ownData, ownWith, signedIn } from '../examples'
import { QrChangePanel } from './QrChangePanel'

const server = mockServer()
const path = '/portal/me/qr/change'
const qrUrl = '/api/public/customers/another0123456789/qr.png'

const renderScreen = (of = ownData()) =>
  render(
    <ArmDelay value={0}>
      <QrChangePanel customerId={signedIn.customerId} data={of} />
    </ArmDelay>,
  )

beforeEach(() => {
  localStorage.clear()
  startPortalSession(signedIn)
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const posts = () => server.requests.filter(({ method }) => method === 'POST')

async function confirm() {
  renderScreen()
  await press('Cambiar mi QR')
  await userEvent.click(screen.getAllByRole('button', { name: 'Cambiar mi QR' }).at(-1) as HTMLElement)
}

// Spec: portal-18
test('asks for a confirmation that names what becomes invalid and what stays valid', async () => {
  renderScreen()
  await press('Cambiar mi QR')
  const dialog = screen.getByRole('dialog', { name: '¿Cambiar tu QR?' })
  expect(dialog).toHaveTextContent(/deja de valer para siempre/)
  expect(dialog).toHaveTextContent(/tus recompensas siguen igual/)
  await press('Cancelar')
  expect(posts()).toEqual([])
})

test('the new QR is cached for offline use', async () => {
  cacheCard(ownWith(), 5)
  server.respond('post', path, { qrUrl })
  server.respond('get', '/public/customers/another0123456789/qr.png', 'picture')
  await confirm()
  expect(await screen.findByText('Ya tienes un QR nuevo')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver mi QR nuevo' })).toHaveAttribute('href', '/portal/points')
  expect(readCachedCard()).toMatchObject({ own: { qrUrl }, at: 5 })
  const paths = server.requests.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect(paths).toEqual(['/public/customers/another0123456789/qr.png'])
})

test('a failed change is retried with the same key', async () => {
  server.respond('post', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  await confirm()
  expect(await screen.findByText('No se pudo cambiar tu QR')).toBeVisible()
  server.respond('post', path, { qrUrl })
  server.respond('get', '/public/customers/another0123456789/qr.png', 'picture')
  await userEvent.click(screen.getAllByRole('button', { name: 'Cambiar mi QR' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Ya tienes un QR nuevo')).toBeVisible()
  const keys = posts().map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys).size).toBe(1)
})

test('a lost response is retried and not shown as a failure', async () => {
  server.respond('post', path, { qrUrl })
  server.failOnce('post', path)
  server.respond('get', '/public/customers/another0123456789/qr.png', 'picture')
  await confirm()
  expect(await screen.findByText('Ya tienes un QR nuevo')).toBeVisible()
})

test("for a child's card the question names the child", async () => {
  renderScreen(ownData({ child: true, name: 'Leo Ruiz' }))
  await press('Cambiar su QR')
  expect(screen.getByRole('dialog', { name: '¿Cambiar el QR de Leo Ruiz?' })).toHaveTextContent(
    /Tu QR no cambia/,
  )
})

test('changes no QR after another card was opened', async () => {
  renderScreen()
  startPortalSession({ ...signedIn, customerId: 'leo0123456789' })
  await press('Cambiar mi QR')
  await userEvent.click(screen.getAllByRole('button', { name: 'Cambiar mi QR' }).at(-1) as HTMLElement)
  expect(await screen.findByText(/se ha abierto otra tarjeta/)).toBeVisible()
  expect(posts()).toEqual([])
})

test('an error is cleared by the next attempt', async () => {
  server.respond('post', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  await confirm()
  await screen.findByText('No se pudo cambiar tu QR')
  await press('Cancelar')
  await press('Cambiar mi QR')
  expect(screen.queryByText('No se pudo cambiar tu QR')).toBeNull()
})
