import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { LoginScreen } from './LoginScreen'

const server = mockServer()
const onContinue = vi.fn<(place: string) => void>()

const half = { token: tokenWith({ exp: inSeconds(600) }), role: 'OWNER', email: 'ana@x.test' }
const whole = { ...half, token: tokenWith({ exp: inSeconds(601) }), secondFactor: 'NONE' }
const codes = Array.from({ length: 10 }, (_, i) => `abcd-efgh-jkm${i}`)

beforeEach(() => {
  server.respond('get', '/auth/password-recovery', { byEmail: true, contact: '' })
  server.respond('get', '/auth/second-factor', {
    enrolledAt: '2026-11-20T10:00:00Z',
    recoveryCodesLeft: 10,
    compulsory: false,
    pending: 'CODE',
  })
  onContinue.mockReset()
})

async function enter(answer: object) {
  server.respond('post', '/auth/login', answer)
  render(<LoginScreen onSignedIn={onContinue} />)
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'ana@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Demo-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const posts = (path: string) => server.requests.filter((call) => call.method === 'POST' && call.path === path)

test('an account with a second factor signs in by a code', async () => {
  server.respond(
    'post',
    '/auth/second-factor',
    { code: 'SECOND_FACTOR_REFUSED', message: 'No es correcto.' },
    422,
  )
  await enter({ ...half, secondFactor: 'CODE' })
  const field = await screen.findByLabelText('Código de seis números')
  expect(field).toHaveFocus()
  expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  expect(session.get()).toBeNull()
  await press('Continuar')
  expect(field).toHaveAccessibleDescription('Escribe el código.')
  expect(posts('/auth/second-factor')).toEqual([])
  await userEvent.type(field, '000000')
  await press('Continuar')
  expect(await screen.findByRole('alert')).toHaveTextContent('No es correcto.')
  server.respond('post', '/auth/second-factor', whole)
  await userEvent.keyboard('123456')
  expect(field, 'the next code replaces the refused one').toHaveValue('123456')
  await press('Continuar')
  await waitFor(() => expect(session.get()?.token).toBe(whole.token))
  expect(onContinue).toHaveBeenCalledExactlyOnceWith('/app')
  expect(posts('/auth/second-factor').at(-1)).toMatchObject({ body: { code: '123456' } })
  expect(posts('/auth/second-factor').at(-1)?.headers.get('Authorization')).toBe(`Bearer ${half.token}`)
})

test('a recovery code is typed in a field of its own', async () => {
  server.respond('post', '/auth/second-factor', whole)
  await enter({ ...half, secondFactor: 'CODE' })
  await screen.findByLabelText('Código de seis números')
  await press('Usar un código de recuperación')
  const field = screen.getByLabelText('Código de recuperación')
  expect(field).toHaveFocus()
  expect(field).not.toHaveAttribute('inputmode', 'numeric')
  await userEvent.type(field, 'abcd-efgh-jkmn')
  await press('Continuar')
  await waitFor(() => expect(session.get()?.token).toBe(whole.token))
  expect(posts('/auth/second-factor')[0]?.body).toEqual({ code: 'abcd-efgh-jkmn' })
})

test('a compulsory second factor is enrolled before the session starts', async () => {
  const enrolment = {
    secret: 'ABCD EFGH',
    address: 'otpauth://totp/Axioma:ana',
    qr: 'data:image/png;base64,AA==',
  }
  server.respond('post', '/auth/second-factor/enrolment', enrolment)
  server.respond('post', '/auth/second-factor/enrolment/confirm', { ...whole, recoveryCodes: codes })
  await enter({ ...half, role: 'SUPERADMIN', secondFactor: 'ENROLMENT' })
  expect(await screen.findByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible()
  await press('Empezar')
  expect(await screen.findByRole('img', { name: /QR con la clave/ })).toHaveAttribute('src', enrolment.qr)
  expect(screen.getByText('ABCD EFGH')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abrir la aplicación en este móvil' })).toHaveAttribute(
    'href',
    enrolment.address,
  )
  await userEvent.type(screen.getByLabelText('Código de seis números'), '123456')
  await press('Activar la verificación')
  expect(await screen.findAllByText(/^abcd-efgh-jkm\d$/)).toHaveLength(10)
  expect(session.get()).toBeNull()
  await press('Ya los he guardado')
  await waitFor(() => expect(session.get()?.token).toBe(whole.token))
})

test('a temporary password must be replaced after the code', async () => {
  server.respond('post', '/auth/second-factor', { ...whole, mustChangePassword: true })
  await enter({ ...half, secondFactor: 'CODE', mustChangePassword: true })
  await userEvent.type(await screen.findByLabelText('Código de seis números'), '123456')
  await press('Continuar')
  expect(await screen.findByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
})
