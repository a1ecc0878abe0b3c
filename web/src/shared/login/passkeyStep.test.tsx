import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { buttonLook } from '@/kit/buttonLook'
import { assertion, attestation, creation, mockAuthenticator, request } from '@/test/authenticator'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { SecondStep } from './SecondStep'

const server = mockServer()
const onSignIn = vi.fn()

const half = { token: tokenWith({ exp: inSeconds(600) }), role: 'OWNER', email: 'ana@x.test' }
const whole = { ...half, token: tokenWith({ exp: inSeconds(601) }), secondFactor: 'NONE' }
const codes = Array.from({ length: 10 }, (_, i) => `abcd-efgh-jkm${i}`)
const passkeys = { origin: window.location.origin, count: 1, elsewhere: 0 }
const factor = { enrolledAt: null, passkeys, recoveryCodesLeft: 10, compulsory: true, pending: 'CODE' }

beforeEach(() => {
  onSignIn.mockReset()
  server.respond('get', '/auth/second-factor', factor)
  server.respond('post', '/auth/second-factor/passkeys/assertion', request)
})
afterEach(() => vi.unstubAllGlobals())

const enter = (secondFactor: string) =>
  render(
    <SecondStep
      signIn={{ ...half, secondFactor } as Parameters<typeof SecondStep>[0]['signIn']}
      onSignIn={onSignIn}
      onBack={vi.fn()}
    />,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const posts = (path: string) => server.requests.filter((call) => call.method === 'POST' && call.path === path)

test('an account with a passkey is asked for it first', async () => {
  mockAuthenticator()
  server.respond('post', '/auth/second-factor/passkey', whole)
  enter('CODE')
  expect(await screen.findByRole('button', { name: 'Usar llave de acceso' })).toHaveFocus()
  expect(screen.queryByRole('textbox')).toBeNull()
  await press('Usar llave de acceso')
  await waitFor(() => expect(onSignIn).toHaveBeenCalledExactlyOnceWith(whole))
  expect(posts('/auth/second-factor/passkey')[0]?.body).toEqual(assertion)
  expect(posts('/auth/second-factor/passkey')[0]?.headers.get('Authorization')).toBe(`Bearer ${half.token}`)
  expect(session.get()).toBeNull()
})

test.each([
  ['NotAllowedError', /se ha cancelado, ha pasado el tiempo o no está en este dispositivo/],
  ['SecurityError', /no funcionan en esta dirección/],
  ['NotSupportedError', /no admite llaves de acceso/],
  ['DataError', /no ha podido usar la llave/],
])('the refusal %s shows what to do, and a code can be used instead', async (name, message) => {
  mockAuthenticator().get.mockRejectedValue(new DOMException('refused', name))
  enter('CODE')
  await screen.findByRole('button', { name: 'Usar llave de acceso' })
  await press('Usar llave de acceso')
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(posts('/auth/second-factor/passkey')).toEqual([])
  await press('Usar un código')
  expect(screen.getByLabelText('Código de recuperación')).toHaveFocus()
  await press('Usar llave de acceso')
  expect(await screen.findByRole('button', { name: 'Usar un código' })).toBeVisible()
})

test("the server's refusal is shown", async () => {
  mockAuthenticator()
  server.respond('post', '/auth/second-factor/passkey', { code: 'PASSKEY_REFUSED', message: 'No vale.' }, 422)
  enter('CODE')
  await screen.findByRole('button', { name: 'Usar llave de acceso' })
  await press('Usar llave de acceso')
  expect(await screen.findByRole('alert')).toHaveTextContent('No vale.')
  expect(onSignIn).not.toHaveBeenCalled()
})

test('passkeys of another address are not offered, and the reason is shown', async () => {
  mockAuthenticator()
  const away = { ...passkeys, count: 0, elsewhere: 1 }
  server.respond('get', '/auth/second-factor', {
    ...factor,
    enrolledAt: '2026-11-20T10:00:00Z',
    passkeys: away,
  })
  enter('CODE')
  expect(await screen.findByLabelText('Código de seis números')).toBeVisible()
  expect(screen.getByText(/se crearon en otra dirección/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Usar llave de acceso' })).toBeNull()
})

test('a server that knows no passkeys asks for a code', async () => {
  mockAuthenticator()
  const { passkeys: _, ...older } = { ...factor, enrolledAt: '2026-11-20T10:00:00Z' }
  server.respond('get', '/auth/second-factor', older)
  enter('CODE')
  expect(await screen.findByLabelText('Código de seis números')).toBeVisible()
})

test('a compulsory second factor may be a passkey', async () => {
  const { create } = mockAuthenticator()
  server.respond('get', '/auth/second-factor', { ...factor, passkeys: { ...passkeys, count: 0 } })
  server.respond('post', '/auth/second-factor/passkeys/registration', creation)
  server.respond('post', '/auth/second-factor/passkeys', { ...whole, recoveryCodes: codes })
  enter('ENROLMENT')
  const name = await screen.findByLabelText('Nombre de la llave')
  const look = (name: string) => screen.getByRole('button', { name }).className
  expect(look('Empezar')).toContain(buttonLook({ variant: 'secondary' }))
  expect(look('Crear llave de acceso')).toContain(buttonLook({ variant: 'primary' }))
  await userEvent.clear(name)
  await press('Crear llave de acceso')
  expect(name).toHaveAccessibleDescription(/Ponle un nombre/)
  expect(create).not.toHaveBeenCalled()
  await userEvent.type(name, 'Móvil de Ana')
  await press('Crear llave de acceso')
  expect(await screen.findAllByText(/^abcd-efgh-jkm\d$/)).toHaveLength(10)
  expect(posts('/auth/second-factor/passkeys')[0]?.body).toEqual({ name: 'Móvil de Ana', ...attestation })
  await press('Ya los he guardado')
  expect(onSignIn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ token: whole.token }))
})

test('without passkeys at this address only the app is offered', async () => {
  mockAuthenticator()
  server.respond('get', '/auth/second-factor', {
    ...factor,
    passkeys: { origin: '', count: 0, elsewhere: 0 },
  })
  enter('ENROLMENT')
  expect(await screen.findByRole('button', { name: 'Empezar' })).toBeVisible()
  expect(screen.queryByLabelText('Nombre de la llave')).toBeNull()
})
