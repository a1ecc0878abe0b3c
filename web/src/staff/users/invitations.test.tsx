import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { inSeconds } from '@/test/token'
import { UsersScreen } from './UsersScreen'

const server = mockServer()

const bea = {
  id: 'bea',
  email: 'bea@x.test',
  name: 'Bea',
  role: 'BARBER',
  disabled: false,
  createdAt: '2026-01-02T10:00:00Z',
}
const inAWeek = new Date(inSeconds(7 * 86_400) * 1000).toISOString()
const url = 'https://axioma.test/invitacion#abc123'
const invitation = {
  user: { ...bea, invitedTo: inAWeek },
  businessName: 'Barbería Uno',
  url,
  reach: 'EVERYWHERE',
  expiresAt: inAWeek,
  mailed: true,
}
const respondWithUsers = (users: object[]) =>
  server.respond('get', '/users', { items: users, total: users.length, nextCursor: null })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const posts = () => server.requests.filter(({ method }) => method === 'POST')

// Spec: routes-10
test('an invitation needs no password, and its link is shown and can be shared', async () => {
  respondWithUsers([])
  server.respond('post', '/users/invitations', invitation, 201)
  await renderScreen(<UsersScreen />)
  await press('Invitar con un enlace')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByLabelText('Contraseña')).toBeNull()
  await userEvent.type(dialog.getByLabelText(/^Nombre/), ' Bea ')
  await userEvent.type(dialog.getByLabelText('Correo electrónico'), 'bea@x.test ')
  await press('Crear el enlace')
  expect(await screen.findByRole('dialog', { name: 'Enlace para Bea' })).toBeVisible()
  expect(screen.getByText(url)).toBeVisible()
  expect(posts()[0]?.body).toEqual({ name: 'Bea', email: 'bea@x.test', role: 'BARBER' })
  expect(posts()[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  const share = screen.getByRole('link', { name: /^Enviar por WhatsApp/ }).getAttribute('href') ?? ''
  expect(decodeURIComponent(share)).toBe(
    `https://wa.me/?text=Hola, Bea. Te invito a entrar en Axioma como barbero de Barbería Uno. Elige tu contraseña aquí: ${url}`,
  )
  expect(screen.getByText(/También se lo hemos enviado por correo a/)).toBeVisible()
  await press('Hecho')
  expect(screen.queryByText(url)).toBeNull()
})

test('an invalid e-mail is reported before anything is sent, and a refusal stays in the dialog', async () => {
  respondWithUsers([])
  server.respond('post', '/users/invitations', { code: 'EMAIL_TAKEN', message: 'Ya existe un usuario.' }, 409)
  await renderScreen(<UsersScreen />)
  await press('Invitar con un enlace')
  await press('Crear el enlace')
  expect(await screen.findByText('Escribe un correo.')).toBeVisible()
  expect(posts()).toEqual([])
  await userEvent.type(within(screen.getByRole('dialog')).getByLabelText('Correo electrónico'), 'bea@x.test')
  await press('Crear el enlace')
  expect(await screen.findByText(/Ya existe un usuario/)).toBeVisible()
})

test('an invited user gets a new link after a confirmation', async () => {
  respondWithUsers([{ ...bea, invitedTo: inAWeek }])
  server.respond('post', '/users/bea/invitation', { ...invitation, mailed: false }, 201)
  await renderScreen(<UsersScreen />)
  expect(await screen.findByText('Invitado')).toBeVisible()
  await press('Nuevo enlace para Bea')
  expect(posts()).toEqual([])
  await press('Crear otro enlace')
  expect(await screen.findByText(url)).toBeVisible()
  expect(screen.queryByText(/por correo a/)).toBeNull()
})

test('the table shows an expired invitation, and offers no link for a user who has joined', async () => {
  respondWithUsers([
    { ...bea, invitedTo: '2026-01-09T10:00:00Z' },
    { ...bea, id: 'leo', name: 'Leo', email: 'leo@x.test' },
  ])
  await renderScreen(<UsersScreen />)
  expect(await screen.findByText('Invitación caducada')).toBeVisible()
  expect(screen.getByText('Activo')).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Nuevo enlace/ })).toHaveLength(1))
})

test.each([
  ['LOCAL', 'No lo mandes todavía: esta dirección solo funciona en el local'],
  ['UNENCRYPTED', 'No lo mandes todavía: esta dirección no es segura'],
])('a link at an address of the reach %s shows the same warning as the poster', async (reach, warning) => {
  respondWithUsers([])
  server.respond('post', '/users/invitations', { ...invitation, reach }, 201)
  await renderScreen(<UsersScreen />)
  await press('Invitar con un enlace')
  await userEvent.type(within(screen.getByRole('dialog')).getByLabelText('Correo electrónico'), 'bea@x.test')
  await press('Crear el enlace')
  expect(await screen.findByText(warning)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copiar el enlace' })).not.toHaveClass('bg-accent')
})
