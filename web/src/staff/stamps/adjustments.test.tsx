import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Adjustment } from '@/api/types'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { adjusted, list } from '@/test/examples'
import { waitForResponses } from '@/test/waitForResponses'

const { server, open, sentRequests } = mockCustomerServer() // on 20 November 2026

const openingBalance: Adjustment = {
  id: 'a1',
  kind: 'OPENING',
  stamps: 7,
  reason: null,
  note: 'Tarjeta rota',
  createdAt: '2026-11-19T17:05:00Z',
  createdBy: 'Luis Tejada',
  undoneAt: null,
}
const correction: Adjustment = {
  ...openingBalance,
  id: 'a2',
  kind: 'CORRECTION',
  stamps: -1,
  reason: 'Se selló una visita de más',
  note: null,
}

const panel = async () => within(await screen.findByRole('region', { name: 'Sellos anotados a mano' }))
const undo = { name: 'Quitar los 7 sellos de papel' }

test('lists opening balances and corrections with their reason, author and time', async () => {
  server.respond('get', `${path}/adjustments`, list([correction, openingBalance]))
  await open('BARBER')
  const [first, second] = (await panel()).getAllByRole('listitem')
  expect(first).toHaveTextContent('Corrección: −1')
  expect(first).toHaveTextContent('Se selló una visita de más')
  expect(first).toHaveTextContent('Por Luis Tejada, ayer, 18:05')
  expect(second).toHaveTextContent('Tarjeta de papel: +7')
  expect(second).toHaveTextContent('Tarjeta rota')
  expect(screen.queryByRole('button', undo)).toBeNull()
})

test('removes the stamps of a paper card after a confirmation', async () => {
  server.respond('get', `${path}/adjustments`, list([openingBalance]))
  await open('ADMIN')
  await userEvent.click((await panel()).getByRole('button', undo))
  expect(screen.getByText(/^La tarjeta pierde los 7 sellos/)).toBeVisible()
  server.respond('post', '/adjustments/a1/undo', adjusted({ undoneAt: '2026-11-20T10:00:00Z' }))
  server.respond(
    'get',
    `${path}/adjustments`,
    list([{ ...openingBalance, undoneAt: '2026-11-20T10:00:00Z' }]),
  )
  await press('Quitar los sellos')
  expect(await screen.findByText('Sellos de papel quitados.')).toBeVisible()
  expect(sentRequests('POST').map((request) => request.path)).toEqual(['/adjustments/a1/undo'])
  expect(await (await panel()).findByText('Quitados')).toBeVisible()
  expect(screen.queryByRole('button', undo)).toBeNull()
})

test('an undo without a response does not say offline that nothing has changed', async () => {
  server.respond('get', `${path}/adjustments`, list([openingBalance]))
  await open('ADMIN')
  await userEvent.click((await panel()).getByRole('button', undo))
  server.fail('post', '/adjustments/a1/undo')
  await press('Quitar los sellos')
  await screen.findByText('No llegó la respuesta. Puede que ya esté hecho.')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await press('Quitar los sellos')
  expect(
    await screen.findByText('Sin conexión: ahora no se cambia nada. Inténtalo cuando vuelva.'),
  ).toBeVisible()
  expect(screen.queryByText(/no se ha cambiado nada/)).toBeNull()
})

test.each([
  ['OPENING_REDEEMED', 'Con estos sellos ya se canjeó una recompensa, así que no se pueden quitar.'],
  ['OPENING_USED', 'La tarjeta tiene ahora menos sellos de los que trajo, así que no se pueden quitar.'],
])('shows why the stamps cannot be removed: %s', async (code, message) => {
  server.respond('get', `${path}/adjustments`, list([openingBalance]))
  await open('OWNER')
  await userEvent.click((await panel()).getByRole('button', undo))
  server.respond('post', '/adjustments/a1/undo', { code, message }, 409)
  await press('Quitar los sellos')
  expect(await screen.findByText(message)).toBeVisible()
})

test('offers to remove neither a correction nor an opening balance older than 30 days', async () => {
  const old = { ...openingBalance, createdAt: '2026-10-19T17:05:00Z' }
  server.respond('get', `${path}/adjustments`, list([correction, old]))
  await open('OWNER')
  expect((await panel()).queryByRole('button')).toBeNull()
})

test('the panel is hidden without opening balances and corrections', async () => {
  server.respond('get', `${path}/adjustments`, list([]))
  await open('OWNER')
  await waitForResponses(server)
  expect(server.requests.some((request) => request.path === `${path}/adjustments`)).toBe(true)
  expect(screen.queryByRole('region', { name: 'Sellos anotados a mano' })).toBeNull()
})
