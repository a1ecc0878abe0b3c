import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { gate } from '@/test/gate'
import { LoginForm } from './LoginForm'

const address = 'http://axioma.test/api/auth/login'
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() =>
  server.use(
    http.get('http://axioma.test/api/auth/password-recovery', () =>
      HttpResponse.json({ byEmail: true, contact: '' }),
    ),
  ),
)
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function open() {
  const onSignIn = vi.fn()
  render(<LoginForm onSignIn={onSignIn} />)
  return onSignIn
}

async function fill(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText('Correo electrónico'), email)
  if (password) await userEvent.type(screen.getByLabelText('Contraseña'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

// Spec: routes-5, routes-6, states-3
test("focuses the e-mail and returns the server's response", async () => {
  const answer = { token: 't', role: 'OWNER' }
  const { whenOpen, open: letAnswer } = gate()
  server.use(
    http.post(address, async ({ request }) => {
      expect(await request.json()).toEqual({ email: 'ana@x.test', password: 'Demo-1234' })
      await whenOpen
      return HttpResponse.json(answer)
    }),
  )
  const onSignIn = open()
  expect(screen.getByLabelText('Correo electrónico')).toHaveFocus()
  expect(screen.getByLabelText('Correo electrónico')).toHaveAttribute('type', 'email')
  await fill(' ana@x.test ', 'Demo-1234')
  expect(screen.getByRole('button', { name: 'Entrando…' })).toBeVisible()
  letAnswer()
  await waitFor(() => expect(onSignIn).toHaveBeenCalledExactlyOnceWith(answer, 'Demo-1234'))
})

// Spec: states-3
test("shows the server's message and keeps the input", async () => {
  server.use(
    http.post(address, () =>
      HttpResponse.json(
        { code: 'UNAUTHENTICATED', message: 'Correo o contraseña incorrectos' },
        { status: 401 },
      ),
    ),
  )
  const onSignIn = open()
  await fill('ana@x.test', 'nope')
  expect(await screen.findByRole('alert')).toHaveTextContent('Correo o contraseña incorrectos')
  expect(screen.getByLabelText('Correo electrónico')).toHaveValue('ana@x.test')
  expect(onSignIn).not.toHaveBeenCalled()
})

// Spec: validation-4
test('validates the fields before it sends a request', async () => {
  const handler = vi.fn()
  server.use(http.post(address, handler))
  open()
  await fill('', '')
  expect(await screen.findByText('Escribe tu correo.')).toBeVisible()
  expect(screen.getByText('Escribe tu contraseña.')).toBeVisible()
  expect(handler).not.toHaveBeenCalled()
})

test('lets a password manager fill in and the user paste', async () => {
  open()
  const password = screen.getByLabelText('Contraseña')
  expect(screen.getByLabelText('Correo electrónico')).toHaveAttribute('autocomplete', 'username')
  expect(password).toHaveAttribute('autocomplete', 'current-password')
  await userEvent.click(password)
  await userEvent.paste('navaja y peine 🪒')
  expect(password).toHaveValue('navaja y peine 🪒')
  expect(password).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar la contraseña' }))
  expect(password).toHaveAttribute('type', 'text')
})
