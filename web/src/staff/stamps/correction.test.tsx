import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { adjusted, progress, reward } from '@/test/examples'

const { server, open, sentRequests } = mockCustomerServer()

const stamps = () => screen.getByLabelText('Sellos que se suman o se quitan')
const chooseReason = (reason: string) => userEvent.selectOptions(screen.getByLabelText('Motivo'), reason)

test('adds a stamp with a reason and shows what it earns', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  expect(stamps()).toHaveValue('+1')
  expect(
    screen.getByText('Quedarán 5 de 10 sellos. Se le deberá 1 descuento del 50 %, si aún no lo ha tenido.'),
  ).toBeVisible()
  await chooseReason('Se olvidó sellar una visita')
  const answer = adjusted({ kind: 'CORRECTION', stamps: 1, newRewards: [reward('HALF')] })
  server.respond('post', `${path}/corrections`, answer, 201)
  await press('Corregir los sellos')
  expect(await screen.findByText('Sellos corregidos. Se le debe 1 descuento del 50 %.')).toBeVisible()
  const [request] = sentRequests('POST')
  expect(request?.body).toEqual({ stamps: 1, reason: 'Se olvidó sellar una visita' })
  expect(request?.headers.get('Idempotency-Key')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('removes stamps for a typed reason and shows what is cancelled', async () => {
  const half = { ...reward('HALF', 'h'), milestone: 5, cardId: 'card' }
  server.respond('get', `${path}/progress`, progress({ count: 5, rewards: [half] }))
  await open('ADMIN')
  await press('Corregir sellos')
  await press('Uno menos')
  await press('Uno menos')
  expect(stamps()).toHaveValue('−2')
  expect(screen.getByText('Quedarán 3 de 10 sellos. Ya no se le deberá: 1 descuento del 50 %.')).toBeVisible()
  await chooseReason('Otro motivo')
  await userEvent.type(screen.getByLabelText('Qué motivo'), 'Sellos de prueba')
  await userEvent.type(screen.getByLabelText(/^Nota/), 'Dos')
  server.respond('post', `${path}/corrections`, adjusted({ kind: 'CORRECTION', stamps: -2 }), 201)
  await press('Corregir los sellos')
  await waitFor(() =>
    expect(sentRequests('POST')[0]?.body).toEqual({ stamps: -2, reason: 'Sellos de prueba', note: 'Dos' }),
  )
})

test('sends nothing without a reason, or if the card would have fewer than zero stamps', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  await userEvent.clear(stamps())
  await userEvent.type(stamps(), '-5')
  await press('Corregir los sellos')
  expect(screen.getByText('La tarjeta tiene 4 sellos: no se pueden quitar más.')).toBeVisible()
  expect(screen.getByText('Elige o escribe el motivo.')).toBeVisible()
  expect(sentRequests('POST')).toEqual([])
})

test('a refusal stays in the dialog', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  await chooseReason('Se olvidó sellar una visita')
  server.respond('post', `${path}/corrections`, { code: 'FORBIDDEN_HERE', message: 'Hoy no.' }, 422)
  await press('Corregir los sellos')
  expect(await screen.findByText('Hoy no.')).toBeVisible()
  expect(screen.getByText('No se pudieron corregir los sellos.')).toBeVisible()
})

const noResponseText = 'No llegó la respuesta. Puede que ya esté hecho.'
const preview = /^Quedarán \d+ de 10 sellos\./

test('after a lost response, says that a repetition counts once and previews no second correction', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  await chooseReason('Se olvidó sellar una visita')
  server.fail('post', `${path}/corrections`)
  server.respond('get', `${path}/progress`, progress({ count: 5 }))
  await press('Corregir los sellos')
  expect(await screen.findByText(noResponseText)).toBeVisible()
  expect(screen.getByText(/Si pulsas otra vez sin cambiar nada, no se hará dos veces\.$/)).toBeVisible()
  expect(screen.queryByText('No se pudieron corregir los sellos.')).toBeNull()
  expect(screen.queryByText(preview)).toBeNull()
  await press('Uno más')
  expect(screen.getByText(/^Quedarán 7 de 10 sellos\./)).toBeVisible()
})

test('after a lost response, a repetition is sent although the browser believes to be offline', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  await chooseReason('Se olvidó sellar una visita')
  server.fail('post', `${path}/corrections`)
  await press('Corregir los sellos')
  await screen.findByText(noResponseText)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const answer = adjusted({ kind: 'CORRECTION', stamps: 1, replayed: true })
  server.respond('post', `${path}/corrections`, answer, 201)
  await press('Corregir los sellos')
  expect(await screen.findByText(/^Esta corrección ya estaba hecha y no se ha repetido/)).toBeVisible()
})

test('a correction without a response is recognized when the dialog opens again', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  await chooseReason('Se olvidó sellar una visita')
  server.fail('post', `${path}/corrections`)
  await press('Corregir los sellos')
  await screen.findByText(noResponseText)
  await press('Cancelar')
  await press('Corregir sellos')
  await chooseReason('Se olvidó sellar una visita')
  expect(await screen.findByText(/^Ya enviaste esta corrección y no llegó la respuesta\./)).toBeVisible()
  expect(screen.queryByText(preview)).toBeNull()
})

test('after a lost response, the same correction can be sent although the card has too few stamps now', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  await userEvent.clear(stamps())
  await userEvent.type(stamps(), '-4')
  await chooseReason('Se selló una visita de más')
  server.fail('post', `${path}/corrections`)
  server.respond('get', `${path}/progress`, progress({ count: 0 }))
  await press('Corregir los sellos')
  expect(await screen.findByText(noResponseText)).toBeVisible()
  const answer = adjusted({ kind: 'CORRECTION', stamps: -4, replayed: true })
  server.respond('post', `${path}/corrections`, answer, 201)
  await press('Corregir los sellos')
  expect(await screen.findByText(/^Esta corrección ya estaba hecha y no se ha repetido/)).toBeVisible()
  expect(new Set(sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
})

test('a correction of an earlier attempt is reported as such, and an equal one can follow', async () => {
  await open('ADMIN')
  const correct = async () => {
    await chooseReason('Se olvidó sellar una visita')
    await press('Corregir los sellos')
  }
  await press('Corregir sellos')
  server.fail('post', `${path}/corrections`)
  await correct()
  expect(await screen.findByText(noResponseText)).toBeVisible()
  server.respond(
    'post',
    `${path}/corrections`,
    adjusted({ kind: 'CORRECTION', stamps: 1, replayed: true }),
    201,
  )
  await press('Corregir los sellos')
  expect(await screen.findByText(/^Esta corrección ya estaba hecha y no se ha repetido/)).toBeVisible()
  await press('Corregir sellos')
  server.respond('post', `${path}/corrections`, adjusted({ kind: 'CORRECTION', stamps: 1 }), 201)
  await correct()
  expect(await screen.findByText('Sellos corregidos.')).toBeVisible()
  expect(new Set(sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2)
})

test('a correction that succeeds at the second try of one press is a success', async () => {
  await open('ADMIN')
  await press('Corregir sellos')
  await chooseReason('Se olvidó sellar una visita')
  server.respond(
    'post',
    `${path}/corrections`,
    adjusted({ kind: 'CORRECTION', stamps: 1, replayed: true }),
    201,
  )
  server.failOnce('post', `${path}/corrections`)
  await press('Corregir los sellos')
  expect(await screen.findByText('Sellos corregidos.')).toBeVisible()
})

test('a typed number replaces the suggested one', async () => {
  await open('OWNER')
  await press('Corregir sellos')
  await userEvent.keyboard('2')
  expect(stamps()).toHaveValue('2')
})

test('a barber is not offered a correction', async () => {
  await open('BARBER')
  expect(screen.queryByRole('button', { name: 'Corregir sellos' })).toBeNull()
})
