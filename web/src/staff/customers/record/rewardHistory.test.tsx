import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, press, region } from '@/test/customerRecord'
import { list, progress, reward, visit } from '@/test/examples'

const { server, open, sentRequests } = mockCustomerServer()

const redeemedReward = {
  ...reward('FREE', 'r1'),
  status: 'REDEEMED' as const,
  redeemedAt: '2026-11-19T17:05:00Z',
  redeemedBy: 'Luis Tejada',
  note: 'Servicio gratis · visita 10',
}

test('shows when and by whom a reward was redeemed, or that it is pending', async () => {
  server.respond('get', `${path}/rewards`, list([redeemedReward, reward('HALF', 'r2')]))
  await open('BARBER')
  const [first, second] = within(await screen.findByRole('region', { name: 'Recompensas' })).getAllByRole(
    'listitem',
  )
  expect(first).toHaveTextContent('Canjeada por Luis Tejada: ayer, 18:05')
  expect(second).toHaveTextContent('Pendiente')
  expect(screen.queryByRole('button', { name: /^Anular el canje/ })).toBeNull()
})

test('an administrator takes back a redemption with a reason', async () => {
  server.respond('get', `${path}/rewards`, list([redeemedReward]))
  server.respond('post', `${path}/rewards/r1/take-back`, {
    reward: reward('FREE', 'r1'),
    progress: progress(),
  })
  await open('ADMIN')
  await userEvent.click(await screen.findByRole('button', { name: /^Anular el canje/ }))
  const dialog = screen.getByRole('dialog', { name: '¿Anular este canje?' })
  expect(within(dialog).getByText(redeemedReward.note)).toBeVisible()
  await press('Sí, anular el canje')
  expect(await screen.findByText('Escribe por qué se anula el canje.')).toBeVisible()
  expect(sentRequests('POST')).toEqual([])
  await userEvent.type(screen.getByLabelText('Motivo'), 'Se canjeó por error')
  await press('Sí, anular el canje')
  expect(await screen.findByText('Canje anulado: se le vuelve a deber.')).toBeVisible()
  expect(sentRequests('POST')[0]?.body).toEqual({ reason: 'Se canjeó por error' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refusal to take back a redemption shows the reason and keeps the input', async () => {
  server.respond('get', `${path}/rewards`, list([redeemedReward]))
  const refusal = { code: 'TAKE_BACK_MERGED', message: 'La ficha se unió a otra después.' }
  server.respond('post', `${path}/rewards/r1/take-back`, refusal, 409)
  await open('OWNER')
  await userEvent.click(await screen.findByRole('button', { name: /^Anular el canje/ }))
  await userEvent.type(screen.getByLabelText('Motivo'), 'Error')
  await press('Sí, anular el canje')
  expect(await screen.findByText('La ficha se unió a otra después.')).toBeVisible()
  expect(screen.getByLabelText('Motivo')).toHaveValue('Error')
})

test('a visit shows who registered it and when a late one arrived', async () => {
  const lateVisit = {
    ...visit('v1', '2026-11-19T09:33:00Z'),
    registeredBy: 'Luis Tejada',
    receivedAt: '2026-11-19T17:05:00Z',
    clockSkewMs: 7_200_000,
  }
  server.respond('get', `${path}/visits`, list([lateVisit]))
  await open()
  const row = await region('Historial de visitas').findByText('Por Luis Tejada')
  expect(row).toHaveTextContent('Registrada sin conexión, recibida: ayer, 18:05')
  expect(row).toHaveTextContent('El reloj del dispositivo estaba mal.')
})

test.each([
  ['Luis Tejada', 'Tablet caja', 'Por Luis Tejada, en «Tablet caja»'],
  [null, 'Tablet caja', 'En «Tablet caja»'],
  ['Luis Tejada', null, 'Por Luis Tejada'],
])("a visit by %s on the device %s shows '%s'", async (registeredBy, device, text) => {
  const deviceVisit = { ...visit('v1', '2026-11-19T09:33:00Z'), registeredBy, device }
  server.respond('get', `${path}/visits`, list([deviceVisit]))
  await open()
  expect(await region('Historial de visitas').findByText(text)).toBeVisible()
})

test('more than fifteen visits can be expanded', async () => {
  const days = Array.from({ length: 20 }, (_, i) => visit(`v${i}`, `2026-10-${10 + i}T09:33:00Z`))
  server.respond('get', `${path}/visits`, list(days))
  await open()
  expect(await screen.findByText('Mostrando 15 de 20')).toBeVisible()
  await press('Ver 5 más')
  expect(screen.getByText('Mostrando 20 de 20')).toBeVisible()
})
