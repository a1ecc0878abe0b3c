import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { InvitationScreen } from './InvitationScreen'

const server = mockServer()
const replace = vi.fn()
const invitation = { businessName: 'Barbería Uno', name: 'Bea Ruiz', email: 'bea@x.test', role: 'BARBER' }
const bea = {
  token: tokenWith({ exp: inSeconds(600) }),
  role: 'BARBER',
  email: 'bea@x.test',
  name: 'Bea Ruiz',
}

beforeEach(() => {
  replace.mockReset()
  window.history.replaceState(null, '', '/invitacion#abc123')
  vi.stubGlobal('location', { ...window.location, hash: '#abc123', replace })
})
afterEach(() => window.history.replaceState(null, '', '/'))

async function choose(password: string) {
  await userEvent.type(await screen.findByLabelText('Contraseña nueva'), password)
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y entrar' }))
}

// Spec: routes-10
test('shows the business, the name and the role, and signs in with the chosen password', async () => {
  server.respond('post', '/auth/invitation', invitation)
  server.respond('post', '/auth/invitation/accept', bea)
  render(<InvitationScreen />)
  expect(await screen.findByRole('heading', { name: 'Te damos la bienvenida, Bea' })).toBeVisible()
  expect(
    screen.getByText(/Vas a entrar en Barbería Uno como barbero, con el correo bea@x\.test/),
  ).toBeVisible()
  await choose('navaja y peine 7')
  await waitFor(() => expect(session.get()?.token).toBe(bea.token))
  expect(replace).toHaveBeenCalledExactlyOnceWith('/app')
  expect(server.requests.map(({ body }) => body)).toEqual([
    { token: 'abc123' },
    { token: 'abc123', newPassword: 'navaja y peine 7' },
  ])
})

test('a second factor that the business requires is enrolled before the session starts', async () => {
  server.respond('post', '/auth/invitation', invitation)
  server.respond('post', '/auth/invitation/accept', { ...bea, secondFactor: 'ENROLMENT' })
  render(<InvitationScreen />)
  await choose('navaja y peine 7')
  expect(await screen.findByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible()
  expect(session.get()).toBeNull()
  expect(replace).not.toHaveBeenCalled()
})

test('a lost response is resolved by signing in with the chosen password', async () => {
  server.respond('post', '/auth/invitation', invitation)
  server.respond('post', '/auth/invitation/accept', {}, 502)
  server.respond('post', '/auth/login', bea)
  render(<InvitationScreen />)
  await choose('navaja y peine 7')
  await waitFor(() => expect(session.get()?.token).toBe(bea.token))
  expect(server.requests.at(-1)?.body).toEqual({ email: 'bea@x.test', password: 'navaja y peine 7' })
})

test('an invalid invitation shows the reason and a link to the sign-in', async () => {
  server.respond(
    'post',
    '/auth/invitation',
    { code: 'INVITATION_REFUSED', message: 'Este enlace ya no vale.' },
    409,
  )
  render(<InvitationScreen />)
  expect(await screen.findByText('Este enlace ya no vale.')).toBeVisible()
  expect(screen.getByText('Esta invitación no vale')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login')
  expect(screen.queryByLabelText('Contraseña nueva')).toBeNull()
})

test('an invitation changes nothing on a device where another user is signed in', async () => {
  server.respond('post', '/auth/invitation', invitation)
  session.start({ ...bea, email: 'ana@x.test', name: 'Ana', role: 'OWNER' } as never)
  render(<InvitationScreen />)
  expect(await screen.findByText(/ha entrado/)).toHaveTextContent('Ana')
  expect(screen.queryByLabelText('Contraseña nueva')).toBeNull()
  expect(screen.getByRole('link', { name: 'Ir a mi panel' })).toHaveAttribute('href', '/app')
  expect(screen.getByRole('link', { name: 'Cerrar sesión' })).toHaveAttribute('href', '/logout')
  expect(server.requests).toEqual([])
})
