import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { adjusted, business, list, progress, reward } from '@/test/examples'

const { server, open, sentRequests } = mockCustomerServer()

const buttonName = 'Trae sellos de una tarjeta de papel'
const dialog = () => within(screen.getByRole('dialog'))
const field = () => screen.getByLabelText('Sellos que trae en papel')

async function openDialog(count = 0) {
  server.respond('get', `${path}/progress`, progress({ count }))
  await open('ADMIN')
  await press(buttonName)
}

test('records the stamps of a paper card and previews the card', async () => {
  await openDialog()
  expect(field()).toHaveFocus()
  await userEvent.type(field(), '7')
  expect(screen.getByText('Quedarán 7 de 10 sellos. No se le debe nada todavía.')).toBeVisible()
  server.respond('post', `${path}/opening-balance`, adjusted({ stamps: 7 }), 201)
  await press('Anotar los sellos')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [request] = sentRequests('POST')
  expect(request?.body).toEqual({ stamps: 7 })
  expect(request?.headers.get('Idempotency-Key')).toBeTruthy()
  expect(await screen.findByText(/: 7 sellos de papel anotados\./)).toHaveTextContent('Ana Gómez')
})

test('stamps of an earlier attempt that were removed since are not reported as recorded', async () => {
  await openDialog()
  await userEvent.type(field(), '7')
  const undone = adjusted({ stamps: 7, replayed: true, undoneAt: '2026-11-20T10:00:00Z' })
  server.respond('post', `${path}/opening-balance`, undone, 201)
  await press('Anotar los sellos')
  expect(await screen.findByText(/^Ya se había anotado y después se quitó/)).toBeVisible()
  server.respond('post', `${path}/opening-balance`, adjusted({ stamps: 7 }), 201)
  await press('Anotar los sellos')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
  expect(second).not.toBe(first)
})

test('keeps the focus at the card after saving', async () => {
  await openDialog()
  server.respond('post', `${path}/opening-balance`, adjusted({ stamps: 7 }), 201)
  await userEvent.type(field(), '7')
  await press('Anotar los sellos')
  await waitFor(() => expect(screen.getByRole('group', { name: 'Cambiar sus sellos' })).toHaveFocus())
})

test('previews what a full paper card owes and shows it after saving', async () => {
  await openDialog()
  await userEvent.type(field(), '12')
  expect(screen.getByText('Se le deberá 1 servicio gratis y quedarán 2 sellos.')).toBeVisible()
  await userEvent.type(screen.getByLabelText(/^Nota/), 'Tarjeta rota')
  server.respond(
    'post',
    `${path}/opening-balance`,
    adjusted({ stamps: 12, newRewards: [reward('FREE')] }),
    201,
  )
  await press('Anotar y deber 1 servicio gratis')
  expect(
    await screen.findByText(/: 12 sellos de papel anotados\. Se le debe 1 servicio gratis\./),
  ).toBeVisible()
  expect(sentRequests('POST')[0]?.body).toEqual({ stamps: 12, note: 'Tarjeta rota' })
})

test('asks for the half reward only when the stamps reach it, and sends the answer', async () => {
  await openDialog()
  await userEvent.type(field(), '4')
  expect(screen.queryByLabelText('Todavía se le debe el 50 %')).toBeNull()
  await userEvent.clear(field())
  await userEvent.type(field(), '7')
  await userEvent.click(screen.getByLabelText('Todavía se le debe el 50 %'))
  expect(screen.getByText('Se le deberá 1 descuento del 50 % y quedarán 7 sellos.')).toBeVisible()
  server.respond('post', `${path}/opening-balance`, adjusted(), 201)
  await press('Anotar y deber 1 descuento del 50 %')
  await waitFor(() => expect(sentRequests('POST')[0]?.body).toEqual({ stamps: 7, owesHalf: true }))
})

test('shows no reward for stamps whose rewards were already given', async () => {
  server.respond('get', `${path}/opening-balance/preview`, { newRewards: [] })
  await openDialog()
  await userEvent.type(field(), '12')
  expect(await screen.findByText('Quedarán 2 de 10 sellos. No se le debe nada todavía.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Anotar los sellos' })).toBeVisible()
  const previews = sentRequests('GET').filter((request) => request.path.endsWith('/preview'))
  expect(previews.at(-1)?.search.toString()).toBe('stamps=12&owesHalf=false')
})

test('adds the stamps to those on the card', async () => {
  await openDialog(4)
  await userEvent.type(field(), '2')
  expect(screen.getByText('Quedarán 6 de 10 sellos. No se le debe nada todavía.')).toBeVisible()
})

test('refuses an invalid number and sends nothing', async () => {
  await openDialog()
  await userEvent.type(field(), '999')
  await press('Anotar los sellos')
  expect(await screen.findByText('Escribe cuántos sellos trae, de 0 a 100.')).toBeVisible()
  expect(sentRequests('POST')).toEqual([])
})

test('a refusal stays in the dialog and keeps the input', async () => {
  await openDialog()
  const message = 'Los sellos de su tarjeta de papel ya están anotados.'
  server.respond('post', `${path}/opening-balance`, { code: 'OPENING_RECORDED', message }, 409)
  await userEvent.type(field(), '7')
  await press('Anotar los sellos')
  expect(await dialog().findByText(message)).toBeVisible()
  expect(field()).toHaveValue('7')
})

test('a barber may not record an opening balance by default', async () => {
  await open('BARBER')
  expect(screen.queryByRole('button', { name: buttonName })).toBeNull()
})

test('a barber may record an opening balance where the owner allows it', async () => {
  server.respond('get', '/business', { ...business, barberOpenings: true })
  await open('BARBER')
  expect(await screen.findByRole('button', { name: buttonName })).toBeVisible()
})

test('hides the button on a card with an opening balance', async () => {
  const openingBalance = {
    id: 'a1',
    kind: 'OPENING',
    stamps: 7,
    reason: null,
    note: null,
    createdAt: '2026-11-19T10:00:00Z',
    createdBy: 'Luis Tejada',
    undoneAt: null,
  }
  server.respond('get', `${path}/adjustments`, list([openingBalance]))
  await open('ADMIN')
  await waitFor(() => expect(screen.queryByRole('button', { name: buttonName })).toBeNull())
})
