import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type PageData, PageDataContext } from '@/api/pageData'
import type { PortalSession, SignInWays } from '@/api/types'
import { ArmDelay } from '@/kit/useArmed'
import { codeRequestKey } from '@/lib/signInStorage'
import { publicBusiness as business } from '@/test/examples'
import { mockServer } from '@/test/server'
import { signedIn } from '../examples'
import { SignInScreen } from './SignInScreen'

const server = mockServer()

beforeEach(() => {
  server.respond('post', '/auth/customer/request', { ok: true })
  server.respond('post', '/auth/customer/verify', signedIn)
})

function open(ways: Partial<SignInWays>, data: Omit<PageData, 'business'> = {}) {
  const onSignedIn = vi.fn<(session: PortalSession) => void>()
  const signInWays = { code: true, email: true, message: false, ...ways }
  render(
    <ArmDelay value={0}>
      <PageDataContext.Provider value={{ business, ways: signInWays, ...data }}>
        <SignInScreen businessId="b1" withBirthday={false} onSignedIn={onSignedIn} />
      </PageDataContext.Provider>
    </ArmDelay>,
  )
  return onSignedIn
}

const byEmail = { name: 'Recibir el código por correo' }
const byWhatsApp = { name: 'Enviarme el código' }
const code = () => screen.findByLabelText('Código de 6 cifras')
const codeRequests = () => server.requests.filter(({ path }) => path === '/auth/customer/request')
const ways = () => codeRequests().map(({ body }) => (body as { way: string }).way)
const typePhone = () => userEvent.type(screen.getByLabelText('Tu móvil'), '612345678')

/** The request is old enough for a resend. */
function storeCodeRequest(way: string) {
  const phone = { prefix: '+34', number: '612345678' }
  sessionStorage.setItem(
    codeRequestKey,
    JSON.stringify({ phone, birthday: '', businessId: 'b1', way, asker: 'a1', at: Date.now() - 31_000 }),
  )
}

test('a code by e-mail is the second method and opens the portal', async () => {
  const onSignedIn = open({})
  await typePhone()
  await userEvent.click(screen.getByRole('button', byEmail))
  const field = await code()
  expect(ways()).toEqual(['email'])
  expect(screen.getByText(/^Si tienes un correo confirmado.*correo no deseado/)).toBeVisible()
  expect(screen.queryByText(/WhatsApp/)).toBeNull()
  await userEvent.type(field, '123456{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
})

test('Enter requests the code by WhatsApp, even after an e-mail was refused', async () => {
  open({})
  server.respond(
    'post',
    '/auth/customer/request',
    { code: 'MAIL_UNAVAILABLE', message: 'Ahora no salen correos.' },
    409,
  )
  await typePhone()
  await userEvent.click(screen.getByRole('button', byEmail))
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no salen correos.')
  server.respond('post', '/auth/customer/request', { ok: true })
  await userEvent.type(screen.getByLabelText('Tu móvil'), '{Enter}')
  await code()
  expect(ways()).toEqual(['email', 'whatsapp'])
})

test.each([
  ['whatsapp', 'No me llega: enviarlo por correo', 'email', /tienes un correo confirmado/],
  ['email', 'No me llega: enviarlo por WhatsApp', 'whatsapp', /por WhatsApp/],
])(
  'a code that does not arrive by %s is sent by the other channel',
  async (first, button, other, message) => {
    storeCodeRequest(first)
    open({})
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(codeRequests().map(({ body }) => body)).toEqual([
      { phone: '+34612345678', birthday: null, businessId: 'b1', way: other, asker: 'a1' },
    ])
    expect(screen.queryByRole('button', { name: /^No me llega/ })).toBeNull() // hidden at first
    expect(await code()).toHaveFocus()
  },
)

test('another code comes by the same channel', async () => {
  storeCodeRequest('email')
  open({})
  await userEvent.click(screen.getByRole('button', { name: 'Enviar otro código' }))
  expect(await screen.findByText(/Usa el último código que te llegue/)).toBeVisible()
  expect(ways()).toEqual(['email'])
})

test('a resend clears the error of the former code', async () => {
  storeCodeRequest('email')
  open({})
  await userEvent.type(await code(), '12{Enter}')
  expect(await code()).toHaveAccessibleDescription(/El código tiene 6 cifras/)
  await userEvent.click(screen.getByRole('button', { name: 'Enviar otro código' }))
  await screen.findByText(/Usa el último código que te llegue/)
  expect(await code()).toHaveAccessibleDescription(/^Vale durante 10 minutos/)
})

test('a code that arrives before the response can be typed and opens the portal', async () => {
  storeCodeRequest('whatsapp')
  const onSignedIn = open({})
  await userEvent.type(await code(), '000')
  const release = server.hold('post', '/auth/customer/request')
  await userEvent.click(screen.getByRole('button', { name: 'No me llega: enviarlo por correo' }))
  await userEvent.clear(await code())
  await userEvent.type(await code(), '123456')
  release({ ok: true })
  await screen.findByText(/tienes un correo confirmado/)
  expect(await code()).toHaveValue('123456')
  await waitFor(() => expect(onSignedIn.mock.calls).toEqual([[signedIn]]))
})

test('a code typed during a resend opens the portal', async () => {
  storeCodeRequest('email')
  const onSignedIn = open({})
  server.hold('post', '/auth/customer/request')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar otro código' }))
  await userEvent.type(await code(), '123456')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
})

describe('where only e-mail is available', () => {
  test('e-mail is the only channel', async () => {
    open({ code: false })
    expect(screen.getByText(/al correo que diste en la barbería/)).toBeVisible()
    expect(screen.queryByRole('button', byWhatsApp)).toBeNull()
    expect(screen.queryByText('o')).toBeNull()
    await typePhone()
    await userEvent.type(screen.getByLabelText('Tu móvil'), '{Enter}')
    await code()
    expect(ways()).toEqual(['email'])
  })

  test('a message is the other method', () => {
    open({ code: false, message: true })
    expect(screen.getByRole('button', byEmail)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Entrar enviando un WhatsApp' })).toBeVisible()
  })

  test('a resend by WhatsApp is not offered', () => {
    storeCodeRequest('email')
    open({ code: false })
    expect(screen.getByRole('button', { name: 'Enviar otro código' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^No me llega/ })).toBeNull()
  })
})

test('where no e-mails are sent the sign-in mentions none', () => {
  open({ email: false })
  expect(screen.queryByRole('button', byEmail)).toBeNull()
})

describe('a step sent before the script loaded', () => {
  const fields = { phonePrefix: '+34', phone: '612345678' }

  test('shows how the code was sent', () => {
    open({}, { asked: true, fields: { ...fields, way: 'email' } })
    expect(screen.getByText(/tienes un correo confirmado/)).toBeVisible()
  })

  test('shows how the code was sent after a wrong code too', () => {
    open({}, { asked: true, fields: { ...fields, code: '123456', sentBy: 'email' } })
    expect(screen.getByText(/tienes un correo confirmado/)).toBeVisible()
  })

  test('shows whether the code was resent', () => {
    open({}, { asked: true, fields: { ...fields, sentBy: 'whatsapp', way: 'email' } })
    expect(screen.getByText(/Usa el último código que te llegue/)).toBeVisible()
  })

  test('keeps the typed code and reports no resend', () => {
    open({}, { asked: true, fields: { ...fields, way: 'whatsapp', code: '123456' } })
    expect(screen.getByLabelText('Código de 6 cifras')).toHaveValue('123456')
    expect(screen.queryByText(/Te hemos enviado otro/)).toBeNull()
  })
})

async function askedForBirthday() {
  const onSignedIn = open({})
  server.respond(
    'post',
    '/auth/customer/verify',
    { code: 'BIRTHDAY_ASKED', message: 'Dinos tu fecha de nacimiento.' },
    409,
  )
  await typePhone()
  await userEvent.click(screen.getByRole('button', byWhatsApp))
  await userEvent.type(await code(), '123456')
  await screen.findByLabelText(/Tu fecha de nacimiento/)
  return onSignedIn
}

// Spec: portal-22
test('asks a silent customer for the birthday and opens the portal with it', async () => {
  const onSignedIn = await askedForBirthday()
  server.respond('post', '/auth/customer/verify', signedIn)
  fireEvent.input(screen.getByLabelText(/Tu fecha de nacimiento/), { target: { value: '1990-05-17' } })
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  const attempts = server.requests.filter(({ path }) => path === '/auth/customer/verify')
  expect(attempts.at(-1)?.body).toMatchObject({ code: '123456', birthday: '1990-05-17' })
})

test('lets the new owner of a number remove it from the former record', async () => {
  await askedForBirthday()
  server.respond('post', '/auth/customer/release', { ok: true })
  await userEvent.click(screen.getByRole('button', { name: /ahora es mío/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, es mío' }))
  expect(await screen.findByText('El número es tuyo')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Registrarme' })).toHaveAttribute('href', '/public/register?bid=b1')
  const releases = server.requests.filter(({ path }) => path === '/auth/customer/release')
  expect(releases.at(-1)?.body).toMatchObject({ phone: '+34612345678', code: '123456' })
})
