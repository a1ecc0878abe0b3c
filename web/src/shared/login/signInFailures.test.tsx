import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { session } from '@/api'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { LoginForm } from './LoginForm'

const server = mockServer()

async function signIn() {
  server.respond('get', '/auth/password-recovery', { byEmail: true, contact: '' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LoginForm onSignIn={session.start.bind(session)} />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'ana@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Demo-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  return screen.findByRole('alert')
}

// Spec: calls-10, errors-1
test.each([
  [401, { message: 'Cuenta cerrada' }, 'Cuenta cerrada'],
  [401, { error: 'Cuenta cerrada' }, 'Cuenta cerrada'],
  [400, { message: ['Falta el correo', 'Falta la contraseña'] }, 'Falta el correo, Falta la contraseña'],
  [401, {}, 'No autorizado'],
])('a refusal with %i %j is shown as %s', async (status, body, words) => {
  server.respond('post', '/auth/login', body, status)
  expect(await signIn()).toHaveTextContent(new RegExp(`^${words}$`))
})

// Spec: validation-2, validation-3, errors-2, errors-3
test.each([
  [200, { role: 'OWNER' }, 'Token ausente en la respuesta'],
  [200, { token: tokenWith({ exp: inSeconds(-1) }) }, 'Sesión caducada. Inicia sesión de nuevo.'],
  [204, null, 'No se recibió token'],
  [200, null, 'No se recibió token'],
])('a response without a valid session shows the reason: %i', async (status, body, words) => {
  server.respond('post', '/auth/login', body, status)
  expect(await signIn()).toHaveTextContent(words)
  expect(session.get()).toBeNull()
})
