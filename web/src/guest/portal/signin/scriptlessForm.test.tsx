import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type PageData, PageDataContext } from '@/api/pageData'
import type { PortalSession } from '@/api/types'
import { publicBusiness as business } from '@/test/examples'
import { standIn } from '@/test/server'
import { signedIn } from '../examples'
import { SignInScreen } from './SignInScreen'
import { readSignIn } from './signIn'

const sent = { phonePrefix: '+351', phone: '912 345 678', birthday: '1990-05-17' }
const server = standIn()

beforeEach(() => {
  server.says('post', '/auth/customer/request', { ok: true })
  server.says('post', '/auth/customer/verify', signedIn)
})

/** The first step as the server has drawn it, which asks the server nothing. */
function open(shown: Omit<PageData, 'business'> = {}) {
  const onSignedIn = vi.fn<(session: PortalSession) => void>()
  render(
    <PageDataContext.Provider
      value={{ business, ways: { code: true, email: false, message: true }, ...shown }}
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

test('the shop, the ways in and what was typed are there at once, and nothing is asked for', () => {
  open({ fields: sent })
  expect(screen.getByText('Barbería Sur')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Entrar enviando un WhatsApp' })).toBeVisible()
  expect(phone()).toHaveValue('912 345 678')
  expect(screen.getByLabelText('Prefijo del país')).toHaveValue('+351')
  expect(screen.getByLabelText('Tu fecha de nacimiento')).toHaveValue('1990-05-17')
  expect(server.asked).toEqual([])
})

test('a phone that was refused is said at its field, until another is typed', async () => {
  open({ fields: sent, problem: problem('VALIDATION', 'No es un móvil.', 'phone') })
  expect(phone()).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo enviar el código')
  await userEvent.clear(phone())
  await userEvent.type(phone(), '912345670')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar número' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(phone()).toHaveValue('912345670')
})

test('a code that was typed before the script came stays', () => {
  open({ asked: true, fields: { ...sent, code: '123' } })
  expect(screen.getByLabelText('Código de 6 cifras')).toHaveValue('123')
})

test('a code with which the page came is sent by the button alone', async () => {
  const onSignedIn = open({ asked: true, fields: { ...sent, code: '123456' } })
  fireEvent.input(screen.getByLabelText('Código de 6 cifras'), { target: { value: '123 456' } })
  expect(server.asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
})

test('a code that was asked for is waited for, and tried by the phone that was sent', async () => {
  const onSignedIn = open({ asked: true, fields: sent })
  await userEvent.type(screen.getByLabelText('Código de 6 cifras'), '123456')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  expect(server.asked.map(({ body }) => body)).toEqual([
    { phone: '+351912345678', code: '123456', businessId: 'b1' },
  ])
})

test('a code that was refused is said where it is typed', () => {
  open({ asked: true, fields: sent, problem: problem('CODE_REFUSED', 'El código no es correcto.') })
  expect(screen.getByLabelText('Código de 6 cifras')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo entrar')
})

test('after a code the number can be changed', async () => {
  open({ asked: true, fields: sent })
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar número' }))
  expect(phone()).toHaveValue('912 345 678')
})

test('a session opened by the form starts while the QR is shown', () => {
  const onSignedIn = open({ session: signedIn })
  expect(screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })).toBeVisible()
  expect(onSignedIn).toHaveBeenCalledWith(signedIn)
})

test('a replaced QR is shown', () => {
  const qrUrl = '/api/public/customers/q9876543210fedcba/qr.png'
  open({ session: { ...signedIn, qrUrl } })
  const picture = `http://axioma.test${qrUrl}`
  expect(screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })).toHaveAttribute('src', picture)
  expect(screen.getByRole('link', { name: 'Guardar mi QR' })).toHaveAttribute('href', `${picture}?download=1`)
})

describe('a step that no script has sent', () => {
  test('asks for a code as with one', () => {
    expect(readSignIn({ business, fields: sent })).toEqual({
      body: { phone: '+351912345678', birthday: '1990-05-17', code: '', way: 'whatsapp' },
      problems: [],
    })
  })

  test.each([
    [{ ...sent, phone: ' ' }, 'phone'],
    [{ ...sent, phone: '12' }, 'phone'],
    [{ ...sent, birthday: '' }, 'birthday'],
    [{ ...sent, code: '12 34' }, 'code'],
  ])('%o says what is wrong', (fields, field) => {
    expect(readSignIn({ business, fields }).problems.map((found) => found.field)).toEqual([field])
  })

  test('asks for a code by e-mail by the other button', () => {
    const { body, problems } = readSignIn({ business, fields: { ...sent, way: 'email' } })
    expect(body).toMatchObject({ phone: '+351912345678', birthday: '1990-05-17', way: 'email' })
    expect(problems).toEqual([])
  })

  test('tries a code however it is typed', () => {
    const { body, problems } = readSignIn({ business, fields: { ...sent, birthday: '', code: '123 456' } })
    expect(body).toEqual({ phone: '+351912345678', birthday: null, code: '123456', way: 'whatsapp' })
    expect(problems).toEqual([])
  })
})
