import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { list, registeredVisit, visit } from '@/test/examples'

const { server, open, sentRequests } = mockCustomerServer() // on 20 November 2026

const day = () => screen.getByLabelText('Día')

test('registers a visit of one of the last seven days, with a reason', async () => {
  await open('ADMIN')
  await press('Anotar visita de otro día')
  const days = within(day()).getAllByRole('option')
  expect(days.map((option) => option.textContent)).toEqual([
    'Elige el día',
    'jueves 19',
    'miércoles 18',
    'martes 17',
    'lunes 16',
    'domingo 15',
    'sábado 14',
    'viernes 13',
  ])
  await userEvent.selectOptions(day(), 'miércoles 18')
  await userEvent.selectOptions(screen.getByLabelText('Motivo'), 'No llevaba su QR')
  const answer = registeredVisit({ newReward: { id: 'r1', kind: 'HALF', note: '' } })
  server.respond('post', `${path}/visits`, answer, 201)
  await press('Anotar la visita')
  expect(await screen.findByText('Visita anotada. Ha ganado un 50 %.')).toBeVisible()
  const [request] = sentRequests('POST')
  expect(request?.body).toEqual({ day: '2026-11-18', reason: 'No llevaba su QR' })
  expect(request?.headers.get('Idempotency-Key')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a visit of an earlier attempt that was deleted since is not reported as registered', async () => {
  await open('ADMIN')
  await press('Anotar visita de otro día')
  await userEvent.selectOptions(day(), 'miércoles 18')
  await userEvent.selectOptions(screen.getByLabelText('Motivo'), 'No llevaba su QR')
  const deletedVisit = registeredVisit({ replayed: true, deletedAt: '2026-11-20T10:00:00Z' })
  server.respond('post', `${path}/visits`, deletedVisit, 201)
  await press('Anotar la visita')
  expect(await screen.findByText(/^Ya se había anotado y después se quitó/)).toBeVisible()
})

test('excludes days with a visit', async () => {
  server.respond('get', `${path}/visits`, list([visit('v1', '2026-11-18T09:33:00Z')]))
  await open('ADMIN')
  await press('Anotar visita de otro día')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'miércoles 18' })).toBeNull())
})

test('after a lost response, the chosen day stays, although it may have the visit now', async () => {
  await open('ADMIN')
  await press('Anotar visita de otro día')
  await userEvent.selectOptions(day(), 'miércoles 18')
  await userEvent.selectOptions(screen.getByLabelText('Motivo'), 'No llevaba su QR')
  server.fail('post', `${path}/visits`)
  const both = [visit('v1', '2026-11-18T09:33:00Z'), visit('v2', '2026-11-17T09:33:00Z')]
  server.respond('get', `${path}/visits`, list(both))
  await press('Anotar la visita')
  expect(await screen.findByText('No llegó la respuesta. Puede que ya esté hecho.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('option', { name: 'martes 17' })).toBeNull())
  expect(day()).toHaveDisplayValue('miércoles 18')
})

test('sends nothing without a day and a reason', async () => {
  await open('ADMIN')
  await press('Anotar visita de otro día')
  await press('Anotar la visita')
  expect(screen.getByText('Elige el día.')).toBeVisible()
  expect(screen.getByText('Elige o escribe el motivo.')).toBeVisible()
  expect(sentRequests('POST')).toEqual([])
})

test('a refusal stays in the dialog', async () => {
  await open('ADMIN')
  await press('Anotar visita de otro día')
  await userEvent.selectOptions(day(), 'jueves 19')
  await userEvent.selectOptions(screen.getByLabelText('Motivo'), 'No había conexión')
  const refusal = { code: 'SAME_DAY_VISIT', message: 'Ese día ya tiene una visita.' }
  server.respond('post', `${path}/visits`, refusal, 409)
  await press('Anotar la visita')
  expect(await screen.findByText('Ese día ya tiene una visita.')).toBeVisible()
})

test('the history shows when a past visit was entered, without an hour', async () => {
  const pastVisit = visit('v1', '2026-11-18T11:00:00Z', {
    pastDay: true,
    receivedAt: '2026-11-19T17:05:00Z',
    notes: 'Anotada después: No llevaba su QR',
    registeredBy: 'Luis Tejada',
  })
  server.respond('get', `${path}/visits`, list([pastVisit]))
  await open('ADMIN')
  const row = (await screen.findByText('Por Luis Tejada')).closest('tr')
  expect(row).toHaveTextContent('Anotada: ayer, 18:05')
  expect(row).not.toHaveTextContent('12:00')
  expect(row).not.toHaveTextContent('sin conexión')
})

test('a barber may not enter a past visit', async () => {
  await open('BARBER')
  expect(screen.queryByRole('button', { name: 'Anotar visita de otro día' })).toBeNull()
})
