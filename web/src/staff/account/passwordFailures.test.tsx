import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changePassword } from '@/acts/staff/account'
import { session } from '@/api'
import { Toaster } from '@/kit/Toaster'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { PasswordForm } from './PasswordForm'

const server = mockServer()

// Spec: calls-12
test('tries the four calls to change a password in order', async () => {
  const calls = [
    ['patch', '/users/me/password'],
    ['post', '/users/me/password'],
    ['post', '/auth/change-password'],
    ['post', '/me/password'],
  ] as const
  for (const [method, path] of calls) server.respond(method, path, {}, 404)
  await expect(changePassword({ currentPassword: 'old', newPassword: 'new-pass' })).rejects.toThrow()
  expect(server.requests.map(({ method, path }) => [method.toLowerCase(), path])).toEqual(calls)
})

test('a lost response is resolved without storing a session that still needs a code', async () => {
  server.respond('patch', '/users/me/password', { code: 'BAD_GATEWAY', message: '' }, 502)
  const half = { token: tokenWith({ exp: inSeconds(900) }), secondFactor: 'CODE' }
  server.respond('post', '/auth/login', half)
  await renderScreen(
    <>
      <PasswordForm />
      <Toaster />
    </>,
  )
  session.renew(tokenWith({ exp: inSeconds(600), email: 'owner@x.test' }))
  await userEvent.type(screen.getByLabelText('Contraseña actual'), 'old')
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'new-pass')
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), 'new-pass')
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }))
  await waitFor(() => expect(session.current()).toBeNull())
  expect(session.isLapsed).toBe(true)
  expect(localStorage.getItem('axioma.session'), 'only the e-mail').toBe('"owner@x.test"')
  expect(await screen.findByText('Contraseña actualizada. Entra otra vez con ella.')).toBeVisible()
})

test("a failure without a message shows the screen's own message", async () => {
  server.respond('patch', '/users/me/password', {}, 500)
  await renderScreen(<PasswordForm />)
  await userEvent.type(screen.getByLabelText('Contraseña actual'), 'old')
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'new-pass')
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), 'new-pass')
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }))
  expect(await screen.findByText(/No se pudo cambiar/)).toHaveTextContent(
    '❌ No se pudo cambiar la contraseña.',
  )
})
