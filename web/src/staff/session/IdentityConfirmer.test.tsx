import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { saveFile } from '@/lib/saveFile'
import { CopyScreen } from '@/staff/copy/CopyScreen'
import { assertion, mockAuthenticator, request } from '@/test/authenticator'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { IdentityConfirmer } from './IdentityConfirmer'

vi.mock('@/lib/saveFile', () => ({ saveFile: vi.fn() }))

const server = mockServer()

const refusal = { code: 'RECENT_AUTHENTICATION_REQUIRED', message: 'Confirma que eres tú.' }
const factor = { enrolledAt: null as string | null, recoveryCodesLeft: 0, compulsory: false, pending: 'NONE' }
const newToken = tokenWith({ exp: inSeconds(700) })

beforeEach(() => {
  vi.mocked(saveFile).mockClear()
  server.respond('post', '/business/export', refusal, 403)
  server.respond('get', '/auth/second-factor', factor)
})

afterEach(() => vi.unstubAllGlobals())

async function open() {
  await renderScreen(
    <>
      <CopyScreen />
      <IdentityConfirmer />
    </>,
    'OWNER',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Descargar la copia' }))
  return within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
}

const calls = (path: string) => server.requests.filter((call) => call.path === path)

test('after the password the act is repeated with the new token', async () => {
  const dialog = await open()
  server.respond('post', '/auth/recent', { token: newToken })
  server.respond('post', '/business/export', {})
  await userEvent.type(dialog.getByLabelText('Tu contraseña'), 'Clave-1234')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  expect(calls('/auth/recent')[0]?.body).toEqual({ password: 'Clave-1234' })
  expect(calls('/business/export').map(({ headers }) => headers.get('Authorization'))[1]).toBe(
    `Bearer ${newToken}`,
  )
  expect(session.get()?.token).toBe(newToken)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an account with a second factor is asked for a code too', async () => {
  server.respond('get', '/auth/second-factor', { ...factor, enrolledAt: '2026-11-20T10:00:00Z' })
  const dialog = await open()
  const code = await dialog.findByLabelText('Código de seis números')
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await userEvent.type(dialog.getByLabelText('Tu contraseña'), 'Clave-1234')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  expect(code).toHaveAccessibleDescription(/Escribe el código/)
  const wrong = { code: 'SECOND_FACTOR_REFUSED', message: 'El código no es correcto.' }
  server.respond('post', '/auth/recent', wrong, 422)
  await userEvent.type(code, '123456')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  await waitFor(() => expect(code).toHaveAccessibleDescription(/no es correcto/))
  expect(calls('/auth/recent')[0]?.body).toEqual({ password: 'Clave-1234', code: '123456' })
  expect(saveFile).not.toHaveBeenCalled()
})

test('a wrong password shows an error at its field', async () => {
  const dialog = await open()
  const wrong = { code: 'WRONG_PASSWORD', message: 'La contraseña actual no es correcta.' }
  server.respond('post', '/auth/recent', wrong, 422)
  const field = dialog.getByLabelText('Tu contraseña')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  expect(field).toHaveAccessibleDescription(/Escribe tu contraseña/)
  await userEvent.type(field, 'otra')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(/no es correcta/))
})

test('cancelling does not repeat the act and keeps the session open', async () => {
  const dialog = await open()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText(/Confirma que eres tú\./)).toBeVisible()
  expect(session.get()).not.toBeNull()
  expect(calls('/business/export')).toHaveLength(1)
})

test('a passkey confirms without the password', async () => {
  mockAuthenticator()
  const passkeys = { origin: window.location.origin, count: 1, elsewhere: 0 }
  server.respond('get', '/auth/second-factor', { ...factor, passkeys })
  server.respond('post', '/auth/second-factor/passkeys/assertion', request)
  server.respond('post', '/auth/recent/passkey', { token: newToken })
  const dialog = await open()
  await dialog.findByRole('button', { name: 'Usar llave de acceso' })
  expect(dialog.getByLabelText('Código de recuperación')).toBeVisible()
  server.respond('post', '/business/export', {})
  await userEvent.click(dialog.getByRole('button', { name: 'Usar llave de acceso' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  expect(calls('/auth/recent/passkey')[0]?.body).toEqual(assertion)
  expect(session.get()?.token).toBe(newToken)
})
