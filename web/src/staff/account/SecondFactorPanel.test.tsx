import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { session } from '@/api'
import { saveFile } from '@/lib/saveFile'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { SecondFactorPanel } from './SecondFactorPanel'

vi.mock('@/lib/saveFile', () => ({ saveFile: vi.fn() }))

const server = mockServer()
const none = { enrolledAt: null, recoveryCodesLeft: 0, compulsory: false, pending: 'NONE' }
const enrolledFactor = { ...none, enrolledAt: '2026-11-20T10:00:00Z', recoveryCodesLeft: 9 }
const codes = Array.from({ length: 10 }, (_, i) => `abcd-efgh-jkm${i}`)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('enrols the app, shows the recovery codes once and continues with the new token', async () => {
  const token = tokenWith({ exp: inSeconds(800) })
  server.respond('get', '/auth/second-factor', none)
  server.respond('post', '/auth/second-factor/enrolment', {
    secret: 'ABCD EFGH',
    address: 'otpauth://totp/Axioma:ana',
    qr: 'data:image/png;base64,AA==',
  })
  const refusal = {
    code: 'SECOND_FACTOR_REFUSED',
    message: 'x',
    fields: { code: 'usa un código de recuperación' },
  }
  server.respond('post', '/auth/second-factor/enrolment/confirm', refusal, 400)
  await renderScreen(<SecondFactorPanel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Activar' }))
  expect(screen.getByRole('button', { name: 'Empezar' })).toHaveFocus()
  await press('Empezar')
  server.respond('get', '/auth/second-factor', enrolledFactor)
  const field = await screen.findByLabelText('Código de seis números')
  await userEvent.type(field, '654321')
  await press('Activar la verificación')
  expect(await screen.findByText(/Escribe el que la aplicación muestra ahora/)).toBeVisible()
  expect(screen.queryByText(/código de recuperación/)).toBeNull()
  server.respond('post', '/auth/second-factor/enrolment/confirm', { token, recoveryCodes: codes })
  await userEvent.keyboard('123456')
  expect(field, 'the next code replaces the refused one').toHaveValue('123456')
  await press('Activar la verificación')
  expect(
    within(await screen.findByRole('list', { name: 'Códigos de recuperación' })).getAllByRole('listitem'),
  ).toHaveLength(10)
  expect(session.get()?.token).toBe(token)
  await press('Descargar')
  expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'codigos-de-recuperacion-axioma.txt')
  await press('Ya los he guardado')
  expect(await screen.findByText('Te quedan 9 códigos de recuperación.')).toBeVisible()
  expect(screen.getByText('Activada').parentElement, 'the pressed button is gone').toHaveFocus()
  expect(screen.queryByText(codes[0] ?? '')).toBeNull()
})

test('creates new recovery codes, and removes the app after a confirmation', async () => {
  server.respond('get', '/auth/second-factor', { ...enrolledFactor, recoveryCodesLeft: 1 })
  server.respond('post', '/auth/second-factor/recovery-codes', { recoveryCodes: codes })
  server.respond('delete', '/auth/second-factor', { ok: true })
  await renderScreen(<SecondFactorPanel />)
  expect(await screen.findByText('Te queda 1 código de recuperación.')).toBeVisible()
  await press('Crear códigos nuevos')
  expect(await screen.findAllByText(/^abcd-efgh-jkm\d$/)).toHaveLength(10)
  await press('Ya los he guardado')
  await press('Quitar')
  server.respond('get', '/auth/second-factor', none)
  await press('Quitar la verificación')
  await waitFor(() => expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true))
  expect(await screen.findByRole('button', { name: 'Activar' })).toBeVisible()
})

test('moves a compulsory second factor to another phone and shows new recovery codes', async () => {
  const token = tokenWith({ exp: inSeconds(800) })
  server.respond('get', '/auth/second-factor', { ...enrolledFactor, compulsory: true })
  server.respond('post', '/auth/second-factor/enrolment', {
    secret: 'ABCD EFGH',
    address: 'otpauth://totp/Axioma:ana',
    qr: 'data:image/png;base64,AA==',
  })
  server.respond('post', '/auth/second-factor/enrolment/confirm', { token, recoveryCodes: codes })
  await renderScreen(<SecondFactorPanel />)
  await userEvent.click(await screen.findByRole('button', { name: 'Pasar a otro móvil' }))
  await press('Seguir con el de siempre')
  await press('Pasar a otro móvil')
  await press('Empezar')
  await userEvent.type(await screen.findByLabelText('Código de seis números'), '123456')
  await press('Activar la verificación')
  expect(await screen.findAllByText(/^abcd-efgh-jkm\d$/)).toHaveLength(10)
  expect(session.get()?.token).toBe(token)
  await press('Ya los he guardado')
  expect(await screen.findByText('Activada')).toBeVisible()
})

test('a compulsory second factor has no button to remove it', async () => {
  server.respond('get', '/auth/second-factor', { ...enrolledFactor, compulsory: true })
  await renderScreen(<SecondFactorPanel />)
  expect(await screen.findByText(/es obligatoria/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Quitar' })).toBeNull()
})

test('offers an app, and no other phone, to an account that has only passkeys', async () => {
  server.respond('get', '/auth/second-factor', {
    ...none,
    passkeys: { origin: window.location.origin, count: 1, elsewhere: 0 },
    recoveryCodesLeft: 9,
  })
  await renderScreen(<SecondFactorPanel />)
  expect(await screen.findByRole('button', { name: 'Añadir una aplicación de códigos' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Pasar a otro móvil' })).toBeNull()
})
