import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endPortalSession, startPortalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import { mockServer } from '@/test/server'
import { waitForResponses } from '@/test/waitForResponses'
import { ownData, signedIn } from '../examples'
import { DataScreen } from './DataScreen'

const path = '/portal/me/data'
const server = mockServer()

beforeEach(() => {
  startPortalSession(signedIn)
  server.respond('get', '/portal/me/sessions', [])
  server.respond('get', '/portal/me/cards', [])
  server.respond('get', '/auth/customer/ways', { code: true, email: true, message: false })
})
afterEach(endPortalSession)

async function open(fields: Partial<OwnData>) {
  server.respond('get', path, ownData(fields))
  render(<DataScreen customerId={signedIn.customerId} onLeave={() => undefined} onOpened={() => undefined} />)
  await screen.findByRole('region', { name: /^Lo que sabemos de/ })
}

const question = '¿Es tuyo este correo?'
const confirmation = 'Ya puedes entrar también con un código por correo.'
const sentRequests = () => server.requests.filter(({ method }) => method === 'PATCH')

test('an e-mail from the open form is confirmed with one tap', async () => {
  await open({ emailUnproved: true })
  expect(await screen.findByText(question)).toBeVisible()
  server.respond('patch', path, ownData())
  await userEvent.click(screen.getByRole('button', { name: 'Sí, es mi correo' }))
  const answer = await screen.findByText(confirmation)
  await waitFor(() => expect(answer.closest('[tabindex]')).toHaveFocus())
  expect(screen.queryByText(question)).toBeNull()
  expect(sentRequests().map(({ body }) => body)).toEqual([{ email: 'ana@correo.test' }])
})

test('the confirmation disappears after another act', async () => {
  await open({ emailUnproved: true })
  server.respond('patch', path, ownData())
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, es mi correo' }))
  expect(await screen.findByText(confirmation)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Corregir' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.getByRole('button', { name: 'Corregir' })).toBeVisible()
  expect(screen.queryByText(confirmation)).toBeNull()
})

test('an e-mail can be changed, with the focus in its field', async () => {
  await open({ emailUnproved: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiarlo' }))
  const field = screen.getByLabelText(/Correo/)
  expect(field).toHaveFocus()
  server.respond('patch', path, ownData({ email: 'eva@correo.test' }))
  await userEvent.clear(field)
  await userEvent.type(field, 'eva@correo.test{Enter}')
  expect(await screen.findByText('eva@correo.test')).toBeVisible()
  expect(screen.queryByText(question)).toBeNull()
})

test('saving an unchanged e-mail confirms it', async () => {
  await open({ emailUnproved: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiarlo' }))
  server.respond('patch', path, ownData())
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull())
  expect(sentRequests().map(({ body }) => body)).toEqual([{ email: 'ana@correo.test' }])
})

test('a failed confirmation shows the reason and asks again', async () => {
  await open({ emailUnproved: true })
  server.respond('patch', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, es mi correo' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.')
  expect(screen.getByText(question)).toBeVisible()
})

test('confirms no e-mail after another card was opened', async () => {
  await open({ emailUnproved: true })
  const yes = await screen.findByRole('button', { name: 'Sí, es mi correo' })
  startPortalSession({ ...signedIn, customerId: 'leo0123456789' })
  await userEvent.click(yes)
  expect(await screen.findByText(/se ha abierto otra tarjeta/)).toBeVisible()
  expect(sentRequests()).toEqual([])
})

test.each([
  ['about a verified e-mail', {}],
  ['without an e-mail', { email: null }],
  ["about a child's e-mail", { emailUnproved: true, child: true }],
  ['in a session by e-mail', { emailUnproved: true, signedInBy: 'email' as const }],
])('asks nothing %s', async (_of, fields) => {
  await open(fields)
  await waitForResponses(server)
  expect(screen.queryByText(question)).toBeNull()
})

test('asks nothing where no e-mails are sent', async () => {
  server.respond('get', '/auth/customer/ways', { code: true, email: false, message: false })
  await open({ emailUnproved: true })
  await waitFor(() => expect(server.requests.some((request) => request.path.endsWith('/ways'))).toBe(true))
  await waitForResponses(server)
  expect(screen.queryByText(question)).toBeNull()
})

test('a session by e-mail shows why the e-mail cannot be changed', async () => {
  await open({ signedInBy: 'email' })
  await userEvent.click(screen.getByRole('button', { name: 'Corregir' }))
  const field = screen.getByLabelText('Correo')
  expect(field).toHaveAttribute('readonly')
  expect(field).toHaveAccessibleDescription(/^Has entrado con un código por correo/)
})
