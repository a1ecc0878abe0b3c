import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cacheCard, readCachedCard } from '@/api/cardCache'
import { startPortalSession } from '@/api/portalSession'
import { ArmDelay } from '@/kit/useArmed'
import { standIn } from '@/test/server'
import { ownData, ownWith, signedIn } from '../examples'
import { QrChangePanel } from './QrChangePanel'

const server = standIn()
const path = '/portal/me/qr/change'
const qrUrl = '/api/public/customers/another0123456789/qr.png'

const draw = (of = ownData()) =>
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
const posts = () => server.asked.filter(({ method }) => method === 'POST')

async function confirm() {
  draw()
  await press('Cambiar mi QR')
  await userEvent.click(screen.getAllByRole('button', { name: 'Cambiar mi QR' }).at(-1) as HTMLElement)
}

test('asks before, and says what ends and what stays', async () => {
  draw()
  await press('Cambiar mi QR')
  const dialog = screen.getByRole('dialog', { name: '¿Cambiar tu QR?' })
  expect(dialog).toHaveTextContent(/deja de valer para siempre/)
  expect(dialog).toHaveTextContent(/tus recompensas siguen igual/)
  await press('Cancelar')
  expect(posts()).toEqual([])
})

test('the device keeps the new one, for when there is no network', async () => {
  cacheCard(ownWith(), 5)
  server.says('post', path, { qrUrl })
  server.says('get', '/public/customers/another0123456789/qr.png', 'picture')
  await confirm()
  expect(await screen.findByText('Ya tienes un QR nuevo')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver mi QR nuevo' })).toHaveAttribute('href', '/portal/points')
  expect(readCachedCard()).toMatchObject({ own: { qrUrl }, at: 5 })
  const asked = server.asked.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect(asked).toEqual(['/public/customers/another0123456789/qr.png'])
})

test('one that failed is asked for again under the same key', async () => {
  server.says('post', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  await confirm()
  expect(await screen.findByText('No se pudo cambiar tu QR')).toBeVisible()
  server.says('post', path, { qrUrl })
  server.says('get', '/public/customers/another0123456789/qr.png', 'picture')
  await userEvent.click(screen.getAllByRole('button', { name: 'Cambiar mi QR' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Ya tienes un QR nuevo')).toBeVisible()
  const keys = posts().map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys).size).toBe(1)
})

test('a lost response is retried and not shown as a failure', async () => {
  server.says('post', path, { qrUrl })
  server.failsOnce('post', path)
  server.says('get', '/public/customers/another0123456789/qr.png', 'picture')
  await confirm()
  expect(await screen.findByText('Ya tienes un QR nuevo')).toBeVisible()
})

test('of a child it is hers that is changed, and the words say so', async () => {
  draw(ownData({ child: true, name: 'Leo Ruiz' }))
  await press('Cambiar su QR')
  expect(screen.getByRole('dialog', { name: '¿Cambiar el QR de Leo Ruiz?' })).toHaveTextContent(
    /Tu QR no cambia/,
  )
})

test('where another card has been opened meanwhile, its QR is not changed', async () => {
  draw()
  startPortalSession({ ...signedIn, customerId: 'leo0123456789' })
  await press('Cambiar mi QR')
  await userEvent.click(screen.getAllByRole('button', { name: 'Cambiar mi QR' }).at(-1) as HTMLElement)
  expect(await screen.findByText(/se ha abierto otra tarjeta/)).toBeVisible()
  expect(posts()).toEqual([])
})

test('a failure is not said again of the next try', async () => {
  server.says('post', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  await confirm()
  await screen.findByText('No se pudo cambiar tu QR')
  await press('Cancelar')
  await press('Cambiar mi QR')
  expect(screen.queryByText('No se pudo cambiar tu QR')).toBeNull()
})
