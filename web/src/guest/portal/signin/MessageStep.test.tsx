import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PortalSession } from '@/api/types'
import { mockServer } from '@/test/server'
import { waitForResponses } from '@/test/waitForResponses'
import { signedIn } from '../examples'
import { SignInScreen } from './SignInScreen'

const base = '/auth/customer'
const link = 'https://wa.me/34600111222?text=Quiero%20ver%20mis%20puntos'
const server = mockServer()

beforeEach(() => {
  server.respond('get', `${base}/ways`, { code: true, email: false, message: true })
  server.respond('get', '/public/businesses/b1', { name: 'Barbería Sur' })
  server.respond('post', `${base}/message`, { ticket: 'ticket-1', link, expiresAt: '2026-03-26T10:10:00Z' })
  server.respond('post', `${base}/message/check`, { session: null })
})

function open() {
  const onSignedIn = vi.fn<(session: PortalSession) => void>()
  const view = () => render(<SignInScreen businessId="b1" withBirthday={false} onSignedIn={onSignedIn} />)
  view()
  const reload = () => {
    cleanup()
    view()
  }
  return { onSignedIn, reload }
}

const prepare = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Entrar enviando un WhatsApp' }))
const whatsApp = () => screen.findByRole('link', { name: /Abrir WhatsApp/ })
const comeBack = () => fireEvent(document, new Event('visibilitychange'))
const checks = () => server.requests.filter(({ path }) => path.endsWith('/check'))

test('a received message opens the portal', async () => {
  const { onSignedIn } = open()
  await prepare()
  expect(await whatsApp()).toHaveAttribute('href', link)
  expect(screen.getByRole('heading', { name: 'Envía el mensaje' })).toHaveFocus()
  expect(screen.getByText(/No lo envíes si te lo ha pedido otra persona/)).toBeVisible()
  expect(screen.getByText(/Esperando tu mensaje/)).toBeVisible()
  expect(server.requests.find(({ path }) => path === `${base}/message`)?.body).toEqual({ businessId: 'b1' })
  await waitFor(() => expect(checks()[0]?.body).toEqual({ ticket: 'ticket-1', asker: expect.any(String) }))
  await waitForResponses(server)
  expect(onSignedIn).not.toHaveBeenCalled()
  server.respond('post', `${base}/message/check`, { session: signedIn })
  comeBack()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  expect(sessionStorage.getItem('axioma.portal.message')).toBeNull()
})

test('coming back after sending the message resumes the wait', async () => {
  const { onSignedIn, reload } = open()
  await prepare()
  await whatsApp()
  reload()
  expect(await whatsApp()).toBeVisible()
  server.respond('post', `${base}/message/check`, { session: signedIn })
  comeBack()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
})

test('an expired message is reported and can be repeated', async () => {
  open()
  server.respond('post', `${base}/message/check`, { code: 'TICKET_REFUSED', message: 'Ya no vale.' }, 401)
  await prepare()
  expect(await screen.findByRole('heading', { name: 'El mensaje ya no vale' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Empezar de nuevo' }))
  expect(screen.getByLabelText('Tu móvil')).toBeVisible()
})

test('the wait ends after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
  open()
  await prepare()
  await waitFor(() => expect(checks()).toHaveLength(1))
  await waitForResponses(server)
  vi.setSystemTime(new Date('2026-03-26T10:10:00Z'))
  comeBack()
  expect(await screen.findByText('El mensaje ya no vale')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
  expect(checks()).toHaveLength(2)
})

test.each([
  ['with a code', true, 'Entra con un código.', 'Entrar con un código'],
  ['at the counter', false, 'pregunta en el mostrador', 'Empezar de nuevo'],
])('a hidden number is explained: %s', async (_, code, advice, button) => {
  server.respond('get', `${base}/ways`, { code, message: true })
  open()
  await waitFor(() => expect(server.requests.some(({ path }) => path.endsWith('/ways'))).toBe(true))
  server.respond('post', `${base}/message/check`, { code: 'PHONE_HIDDEN', message: 'Oculto.' }, 409)
  await prepare()
  expect(await screen.findByRole('heading', { name: 'Tu WhatsApp oculta tu número' })).toHaveFocus()
  expect(screen.getByText(new RegExp(advice))).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: button }))
  if (code) expect(screen.getByLabelText('Tu móvil')).toBeVisible()
  else expect(screen.getByText(/Aquí se entra enviando un WhatsApp/)).toBeVisible()
})

test("asks for a silent customer's birthday after the message, also after a lost response", async () => {
  const { onSignedIn } = open()
  server.respond('post', `${base}/message/check`, { code: 'BIRTHDAY_ASKED', message: 'Dinos tu fecha.' }, 409)
  await prepare()
  expect(await screen.findByRole('heading', { name: '¿Eres tú?' })).toHaveFocus()
  expect(screen.getByRole('button', { name: /ahora es mío/ })).toBeVisible()
  server.respond('post', `${base}/message/check`, { session: signedIn })
  server.failOnce('post', `${base}/message/check`)
  fireEvent.input(screen.getByLabelText(/Tu fecha de nacimiento/), { target: { value: '1990-05-17' } })
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  const [first] = checks().map(({ body }) => body as object)
  expect(checks().at(-1)?.body).toEqual({ ...first, birthday: '1990-05-17' })
})

test('a long wait shows a hint', async () => {
  sessionStorage.setItem(
    'axioma.portal.message',
    JSON.stringify({ ticket: 'ticket-1', link, businessId: 'b1', at: Date.now() - 31_000 }),
  )
  open()
  expect(await screen.findByText(/¿Ya lo has enviado y no pasa nada\? .*entrar con un código/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
  expect(screen.getByLabelText('Tu móvil')).toBeVisible()
})

test('the message is the only way where no codes are sent', async () => {
  server.respond('get', `${base}/ways`, { code: false, message: true })
  open()
  expect(await screen.findByText(/Aquí se entra enviando un WhatsApp/)).toBeVisible()
  expect(screen.queryByLabelText('Tu móvil')).toBeNull()
  await prepare()
  expect(await whatsApp()).toBeVisible()
})

test.each([
  [
    'there is no number to write to',
    () => server.respond('get', `${base}/ways`, { code: true, email: false, message: false }),
  ],
  ['the ways to sign in cannot be fetched', () => server.fail('get', `${base}/ways`)],
])('a code is the only way where %s', async (_, say) => {
  say()
  open()
  await waitFor(() => expect(screen.getByLabelText('Tu móvil')).toBeVisible())
  await waitForResponses(server)
  expect(screen.queryByRole('button', { name: 'Entrar enviando un WhatsApp' })).toBeNull()
})

test('reports that a message cannot be prepared', async () => {
  server.respond('post', `${base}/message`, { code: 'TOO_MANY_REQUESTS', message: 'Demasiados.' }, 429)
  open()
  await prepare()
  expect(await screen.findByRole('alert')).toHaveTextContent('Demasiados intentos seguidos')
})
