import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changePassword } from '@/acts/staff/account'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { PasswordForm } from './PasswordForm'

const server = mockServer()

// Spec: calls-12
test('tries the four calls in order', async () => {
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
