import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { session } from '@/api'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { isValid, PasswordForm } from './PasswordForm'

const server = mockServer()
const paths = [
  ['PATCH', '/users/me/password'],
  ['POST', '/users/me/password'],
  ['POST', '/auth/change-password'],
  ['POST', '/me/password'],
] as const

async function fill(current: string, next: string, repetition = next) {
  await userEvent.type(screen.getByLabelText('Contraseña actual'), current)
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), next)
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), repetition)
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }))

// Spec: validation-21, limits-3
test.each([
  ['old', 'new-pass', 'new-pass', true],
  ['', 'new-pass', 'new-pass', false],
  ['old', 'seven77', 'seven77', false],
  ['old', 'new-pass', 'new-pasS', false],
])('current %j, new %j, repeated %j is valid: %j', (currentPassword, newPassword, repeated, valid) => {
  expect(isValid({ currentPassword, newPassword, repeated })).toBe(valid)
})

// Spec: validation-21, validation-22
test('the button waits for valid fields, and a message explains them', async () => {
  await renderScreen(<PasswordForm />)
  expect(screen.getByRole('button', { name: 'Cambiar contraseña' })).toBeDisabled()
  await fill('old', 'new-pass', 'new-pas')
  await userEvent.tab()
  expect(screen.getByText(/mínimo 8 caracteres y coincidencia/).closest('div')).toHaveTextContent(
    '❌ Revisa los campos: mínimo 8 caracteres y coincidencia.',
  )
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), 's')
  expect(screen.getByRole('button', { name: 'Cambiar contraseña' })).toBeEnabled()
  expect(screen.queryByText(/mínimo 8 caracteres y/)).toBeNull()
})

// Spec: users-5, calls-12, errors-48
test.each(paths)('uses the only supported call %s %s', async (method, path) => {
  server.respondNotFound()
  const fresh = tokenWith({ exp: inSeconds(600), fresh: true })
  server.respond(method === 'PATCH' ? 'patch' : 'post', path, { ok: true, token: fresh })
  await renderScreen(<PasswordForm />)
  await fill('old', 'new-pass')
  await submit()
  expect(await screen.findByText(/Contraseña actualizada/)).toHaveTextContent('✅ Contraseña actualizada.')
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]).toMatchObject({
    method,
    path,
    body: { currentPassword: 'old', newPassword: 'new-pass' },
  })
  expect(session.get()?.token).toBe(fresh)
  expect(screen.getByLabelText('Contraseña actual')).toHaveValue('')
})

// Spec: errors-12
test('shows an error when the server supports no call', async () => {
  server.respondNotFound()
  await renderScreen(<PasswordForm />)
  await fill('old', 'new-pass')
  await submit()
  expect(await screen.findByText(/endpoint no disponible/)).toHaveTextContent(
    '❌ No se pudo cambiar la contraseña (endpoint no disponible).',
  )
  expect(screen.getByLabelText('Contraseña actual')).toHaveValue('old')
})

test('a wrong password shows one error at its field, and the session stays open', async () => {
  const refusal = { code: 'WRONG_PASSWORD', message: 'La contraseña actual no es correcta.' }
  server.respond('patch', '/users/me/password', refusal, 422)
  await renderScreen(<PasswordForm />)
  await fill('bad', 'new-pass')
  await submit()
  await waitFor(() =>
    expect(screen.getByLabelText('Contraseña actual')).toHaveAccessibleDescription(refusal.message),
  )
  expect(screen.getAllByText(refusal.message)).toHaveLength(1)
  await waitFor(() => expect(screen.getByLabelText('Contraseña actual')).toHaveFocus())
  expect(session.get()).not.toBeNull()
})
