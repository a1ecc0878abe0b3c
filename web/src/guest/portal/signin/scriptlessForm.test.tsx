import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type PageData, PageDataContext } from '@/api/pageData'
import type { PortalSession } from '@/api/types'
import { publicBusiness as business } from '@/test/examples'
import { mockServer } from '@/test/server'
import { signedIn } from '../examples'
import { SignInScreen } from './SignInScreen'
import { readSignIn } from './signIn'

const sentFields = { phonePrefix: '+351', phone: '912 345 678', birthday: '1990-05-17' }
const server = mockServer()

beforeEach(() => {
  server.respond('post', '/auth/customer/request', { ok: true })
  server.respond('post', '/auth/customer/verify', signedIn)
})

function open(data: Omit<PageData, 'business'> = {}) {
  const onSignedIn = vi.fn<(session: PortalSession) => void>()
  render(
    <PageDataContext.Provider
      value={{ business, ways: { code: true, email: false, message: true }, ...data }}
    >
      <SignInScreen businessId="b1" withBirthday onSignedIn={onSignedIn} />
    </PageDataContext.Provider>,
  )
  return onSignedIn
}

const problem = (code: string, message: string, field = '') => ({
  status: 422,
  code,
  message,
  errors: field ? [{ field, message }] : [],
})
const phone = () => screen.getByLabelText('Tu móvil')

test('the business, the methods and the input are there at once without a fetch', () => {
  open({ fields: sentFields })
  expect(screen.getByText('Barbería Sur')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Entrar enviando un WhatsApp' })).toBeVisible()
  expect(phone()).toHaveValue('912 345 678')
  expect(screen.getByLabelText('Prefijo del país')).toHaveValue('+351')
  expect(screen.getByLabelText('Tu fecha de nacimiento')).toHaveValue('1990-05-17')
  expect(server.requests).toEqual([])
})

test('a refused phone shows its error until it changes', async () => {
  open({ fields: sentFields, problem: problem('VALIDATION', 'No es un móvil.', 'phone') })
  expect(phone()).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo enviar el código')
  await userEvent.clear(phone())
  await userEvent.type(phone(), '912345670')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar número' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(phone()).toHaveValue('912345670')
})

test('a code typed before the script loaded stays', () => {
  open({ asked: true, fields: { ...sentFields, code: '123' } })
  expect(screen.getByLabelText('Código de 6 cifras')).toHaveValue('123')
})

test('a code in the server-rendered page is sent only by the button', async () => {
  const onSignedIn = open({ asked: true, fields: { ...sentFields, code: '123456' } })
  fireEvent.input(screen.getByLabelText('Código de 6 cifras'), { target: { value: '123 456' } })
  expect(server.requests).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
})

test('a requested code is awaited and checked with the sent phone', async () => {
  const onSignedIn = open({ asked: true, fields: sentFields })
  await userEvent.type(screen.getByLabelText('Código de 6 cifras'), '123456')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  expect(server.requests.map(({ body }) => body)).toEqual([
    { phone: '+351912345678', code: '123456', businessId: 'b1' },
  ])
})

test('a refused code shows its error', () => {
  open({ asked: true, fields: sentFields, problem: problem('CODE_REFUSED', 'El código no es correcto.') })
  expect(screen.getByLabelText('Código de 6 cifras')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo entrar')
})

test('the number can be changed after a code was requested', async () => {
  open({ asked: true, fields: sentFields })
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar número' }))
  expect(phone()).toHaveValue('912 345 678')
})

// Spec: states-6
test('a session opened by the form starts, and the QR is shown', () => {
  const onSignedIn = open({ session: signedIn })
  expect(screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })).toBeVisible()
  expect(onSignedIn).toHaveBeenCalledWith(signedIn)
})

test('a customer who has replaced the QR sees the new one', () => {
  const qrUrl = '/api/public/customers/q9876543210fedcba/qr.png'
  open({ session: { ...signedIn, qrUrl } })
  const picture = `http://axioma.test${qrUrl}`
  expect(screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })).toHaveAttribute('src', picture)
  expect(screen.getByRole('link', { name: 'Guardar mi QR' })).toHaveAttribute('href', picture)
})

describe('a step sent without a script', () => {
  test('requests the same code as one with a script', () => {
    expect(readSignIn({ business, fields: sentFields })).toEqual({
      body: { phone: '+351912345678', birthday: '1990-05-17', code: '', way: 'whatsapp' },
      problems: [],
    })
  })

  test.each([
    [{ ...sentFields, phone: ' ' }, 'phone'],
    [{ ...sentFields, phone: '12' }, 'phone'],
    [{ ...sentFields, birthday: '' }, 'birthday'],
    [{ ...sentFields, code: '12 34' }, 'code'],
  ])('%o gets its error', (fields, field) => {
    expect(readSignIn({ business, fields }).problems.map((problem) => problem.field)).toEqual([field])
  })

  test('requests a code by e-mail with the other button', () => {
    const { body, problems } = readSignIn({ business, fields: { ...sentFields, way: 'email' } })
    expect(body).toMatchObject({ phone: '+351912345678', birthday: '1990-05-17', way: 'email' })
    expect(problems).toEqual([])
  })

  test('reads a code with a space', () => {
    const { body, problems } = readSignIn({
      business,
      fields: { ...sentFields, birthday: '', code: '123 456' },
    })
    expect(body).toEqual({ phone: '+351912345678', birthday: null, code: '123456', way: 'whatsapp' })
    expect(problems).toEqual([])
  })
})
