import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PortalSession } from '@/api/types'
import { typePartialDate } from '@/test/typing'
import { signedIn } from '../examples'
import { saveLeaveReason } from '../leaveReason'
import { SignInScreen } from './SignInScreen'

const base = 'http://axioma.test/api/auth/customer'
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() =>
  server.use(
    http.get(`${base}/ways`, () => HttpResponse.json({ code: true, email: false, message: false })),
    http.get('http://axioma.test/api/public/businesses/b1', () =>
      HttpResponse.json({ name: 'Barbería Sur' }),
    ),
  ),
)
afterEach(() => {
  server.resetHandlers()
})
afterAll(() => server.close())

function answering(request: () => Response, verify: () => Response = () => HttpResponse.json(signedIn)) {
  const bodies: Record<string, unknown>[] = []
  const take = (answer: () => Response) => async (call: { request: Request }) => {
    bodies.push((await call.request.json()) as Record<string, unknown>)
    return answer()
  }
  server.use(http.post(`${base}/request`, take(request)), http.post(`${base}/verify`, take(verify)))
  return bodies
}

function problem(
  status: number,
  code: string,
  message: string,
  more: object = {},
  headers: HeadersInit = {},
) {
  return HttpResponse.json({ code, message, ...more }, { status, headers })
}

function open(withBirthday = false, businessId = 'b1') {
  const onSignedIn = vi.fn<(session: PortalSession) => void | Promise<void>>()
  const view = () =>
    render(<SignInScreen businessId={businessId} withBirthday={withBirthday} onSignedIn={onSignedIn} />)
  view()
  const reload = () => {
    cleanup()
    view()
  }
  return { onSignedIn, reload }
}

const fine = () => HttpResponse.json({ ok: true })

async function askForCode() {
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612 34 56 78')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  return screen.findByLabelText('Código de 6 cifras')
}

// Spec: product-2, portal-11, portal-12, portal-14, calls-11
test('a phone and the code that arrives on it open the portal', async () => {
  const bodies = answering(fine)
  const { onSignedIn } = open()
  expect(screen.getByText(/código por WhatsApp. No necesitas contraseña/)).toBeVisible()
  expect(screen.getByText(/por ejemplo \+34/)).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Prefijo del país' })).toHaveValue('+34')
  const field = await askForCode()
  expect(field).toHaveFocus()
  expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  expect(field).toHaveAttribute('placeholder', '123456')
  expect(screen.getByText(/\+34 612 34 56 78/)).toBeVisible()
  await userEvent.type(field, '123 456{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  const asker = expect.stringMatching(/^[0-9a-f]{32}$/)
  expect(bodies).toEqual([
    { phone: '+34612345678', businessId: 'b1', birthday: null, way: 'whatsapp', asker },
    { phone: '+34612345678', businessId: 'b1', code: '123456', asker },
  ])
  expect(bodies[1]).toMatchObject({ asker: (bodies[0] as { asker: string }).asker })
})

// Spec: portal-10
test('from the QR page the birth date is sent with the phone', async () => {
  const bodies = answering(fine)
  open(true)
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612345678')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  expect(screen.getByText('Indica tu fecha de nacimiento completa.')).toBeVisible()
  expect(bodies).toHaveLength(0)
  await userEvent.type(screen.getByLabelText('Tu fecha de nacimiento'), '1990-05-17')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  await screen.findByLabelText('Código de 6 cifras')
  expect(bodies[0]).toMatchObject({ birthday: '1990-05-17' })
})

// Spec: portal-10
test('the birth date is shown in words, and an impossible one is not sent', async () => {
  const bodies = answering(fine)
  open(true)
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612345678')
  const birthday = screen.getByLabelText('Tu fecha de nacimiento')
  expect(birthday).toHaveAccessibleDescription(/^La comparamos con la que diste/)
  fireEvent.input(birthday, { target: { value: '1990-05-03' } })
  expect(birthday).toHaveAccessibleDescription('3 de mayo de 1990')
  fireEvent.input(birthday, { target: { value: '1890-05-03' } })
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  expect(birthday).toHaveAccessibleDescription(/^Revisa la fecha/)
  typePartialDate(birthday)
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  expect(birthday).toHaveAccessibleDescription(/^Completa la fecha/)
  expect(bodies).toHaveLength(0)
})

// Spec: portal-11, validation-9
test('an invalid phone or code is not sent', async () => {
  const bodies = answering(fine)
  open()
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  expect(screen.getByText(/^No es un teléfono con prefijo \+34 \(España\)\./)).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Tu móvil')).toHaveFocus())
  await userEvent.clear(screen.getByLabelText('Tu móvil'))
  const field = await askForCode()
  await userEvent.type(field, '12345')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(screen.getByText('El código tiene 6 cifras.')).toBeVisible()
  await waitFor(() => expect(field).toHaveFocus())
  expect(bodies).toHaveLength(1)
})

// Spec: portal-12, portal-13, states-6
test('a wrong code shows the reason, and the phone can be changed', async () => {
  answering(fine, () => problem(401, 'CODE_REFUSED', 'El código no es correcto o ya no vale.'))
  const { onSignedIn, reload } = open()
  await userEvent.type(await askForCode(), '123456{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('El código no es correcto o ya no vale.')
  expect(onSignedIn).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar número' }))
  expect(screen.getByLabelText('Tu móvil')).toHaveValue('612 34 56 78')
  reload()
  expect(screen.getByLabelText('Tu móvil')).toHaveValue('612 34 56 78')
})

const enter = () => screen.getByRole('button', { name: 'Entrar' })

// Spec: portal-12
test('the sixth digit sends the code, as announced; autofill sends it once', async () => {
  const bodies = answering(fine)
  const { onSignedIn } = open()
  const field = await askForCode()
  expect(field).toHaveAccessibleDescription(/Al escribir la sexta cifra, entras/)
  expect(enter()).toBeVisible()
  await userEvent.type(field, '123 45')
  expect(bodies).toHaveLength(1)
  act(() => {
    fireEvent.input(field, { target: { value: '123 456' } })
    fireEvent.input(field, { target: { value: '123456' } })
    fireEvent.submit(field)
  })
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  expect(bodies.slice(1)).toEqual([expect.objectContaining({ code: '123456' })])
})

test('a wrong code is selected, and only the button sends it again unchanged', async () => {
  const bodies = answering(fine, () => problem(401, 'CODE_REFUSED', 'El código no es correcto o ya no vale.'))
  open()
  const field = await askForCode()
  await userEvent.click(field)
  await userEvent.paste('123456')
  await screen.findByRole('alert')
  expect(field).toHaveFocus()
  expect(field).toHaveProperty('selectionStart', 0)
  expect(field).toHaveProperty('selectionEnd', 6)
  await userEvent.type(field, '{Backspace}6', { initialSelectionStart: 6, initialSelectionEnd: 6 })
  expect(field).toHaveValue('123456')
  expect(bodies).toHaveLength(2)
  await userEvent.click(enter())
  await waitFor(() => expect(bodies).toHaveLength(3))
  await screen.findByRole('alert')
  await userEvent.keyboard('654321')
  await waitFor(() => expect(bodies[3]).toMatchObject({ code: '654321' }))
  expect(bodies).toHaveLength(4)
})

test('a code with a lost response is sent again and opens the portal', async () => {
  let isCut = true
  const bodies = answering(fine, () => {
    const response = isCut ? HttpResponse.error() : HttpResponse.json(signedIn)
    isCut = false
    return response
  })
  const { onSignedIn } = open()
  await userEvent.type(await askForCode(), '123456')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(signedIn))
  expect(bodies).toHaveLength(3)
  expect(bodies[2]).toEqual(bodies[1])
  expect(bodies[2]).toMatchObject({ code: '123456', asker: bodies[0]?.asker })
})

test('a code without a response stays as typed', async () => {
  const bodies = answering(fine, () => HttpResponse.error())
  open()
  const field = await askForCode()
  await userEvent.type(field, '123456')
  expect(await screen.findByRole('alert')).toHaveTextContent('No hay conexión')
  expect(field).toHaveProperty('selectionStart', 6)
  await userEvent.click(enter())
  await waitFor(() => expect(bodies).toHaveLength(5)) // each click retries once
})

test.each([
  ['while the cards are on their way', new Promise<void>(() => undefined)],
  ['while the page is being left', undefined],
])('a code is sent once, also %s', async (_while, following) => {
  const bodies = answering(fine)
  const { onSignedIn } = open()
  onSignedIn.mockReturnValue(following)
  await userEvent.type(await askForCode(), '123456{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  await act(async () => undefined)
  expect(screen.getByRole('button', { name: 'Entrando…' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.type(screen.getByLabelText('Código de 6 cifras'), '{Enter}')
  expect(bodies).toHaveLength(2)
})

test('too many attempts show the waiting time', async () => {
  answering(() => problem(429, 'TOO_MANY_REQUESTS', 'Demasiados intentos.', {}, { 'Retry-After': '90' }))
  open()
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612345678')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Espera 2 minutos y vuelve a intentarlo.')
})

test('a refused phone shows the error at the field', async () => {
  const errors = [{ field: 'phone', message: 'El teléfono no es válido.' }]
  answering(() => problem(422, 'VALIDATION', 'El teléfono no es válido.', { errors }))
  open()
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612345678')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Tu móvil')).toHaveAccessibleDescription(/El teléfono no es válido/),
  )
})

test('returning from WhatsApp shows the second step', async () => {
  answering(fine)
  const { reload } = open()
  await askForCode()
  reload()
  expect(screen.getByLabelText('Código de 6 cifras')).toBeVisible()
})

test('a code requested at one business is not used at another', async () => {
  answering(fine)
  open()
  await askForCode()
  cleanup()
  server.use(
    http.get('http://axioma.test/api/public/businesses/b2', () =>
      HttpResponse.json({ name: 'Barbería Norte' }),
    ),
  )
  open(false, 'b2')
  expect(await screen.findByText('Barbería Norte')).toBeVisible()
  expect(screen.queryByLabelText('Código de 6 cifras')).toBeNull()
  cleanup()
  open()
  expect(screen.getByLabelText('Código de 6 cifras')).toBeVisible()
})

test('another code can be requested after half a minute', async () => {
  const bodies = answering(fine)
  const codeRequest = {
    phone: { prefix: '+34', number: '612345678' },
    birthday: '1990-05-17',
    businessId: 'b1',
    at: Date.now() - 31_000,
  }
  sessionStorage.setItem('axioma.portal.sign-in', JSON.stringify(codeRequest))
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar otro código' }))
  expect(await screen.findByText(/Te hemos enviado otro código/)).toBeVisible()
  expect(bodies).toEqual([
    {
      phone: '+34612345678',
      businessId: 'b1',
      birthday: '1990-05-17',
      way: 'whatsapp',
      asker: expect.any(String),
    },
  ])
  expect(screen.queryByRole('button', { name: 'Enviar otro código' })).toBeNull()
})

// Spec: portal-14, shell-3
test('shows the business, and works when it cannot be loaded', async () => {
  open()
  expect(await screen.findByText('Barbería Sur')).toBeVisible()
  expect(document.title).toBe('Consulta tus puntos · Barbería Sur')
  cleanup()
  server.use(http.get('http://axioma.test/api/public/businesses/b1', () => HttpResponse.error()))
  answering(fine)
  open()
  await askForCode()
  expect(await screen.findByLabelText(/Código/)).toBeVisible()
  expect(screen.queryByText('Barbería Sur')).toBeNull()
})

// Spec: portal-14
test('a suspended business shows no form', async () => {
  const suspendedBusiness = { name: 'Barbería Sur', status: 'SUSPENDED' }
  server.use(
    http.get('http://axioma.test/api/public/businesses/b1', () => HttpResponse.json(suspendedBusiness)),
  )
  open()
  expect(await screen.findByRole('heading', { name: 'Barbería Sur no está activo ahora' })).toBeVisible()
  expect(screen.getByText(/Tu tarjeta y tus puntos siguen guardados/)).toBeVisible()
  expect(screen.queryByLabelText('Tu móvil')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a suspended business has a link to try again', async () => {
  const suspendedBusiness = { name: 'Barbería Sur', status: 'SUSPENDED' }
  server.use(
    http.get('http://axioma.test/api/public/businesses/b1', () => HttpResponse.json(suspendedBusiness)),
  )
  open()
  expect(await screen.findByRole('link', { name: 'Reintentar' })).toHaveAttribute('href', '/portal?bid=b1')
})

test('the reasons for a closed card include a change by the business', () => {
  saveLeaveReason('ended')
  open()
  expect(
    screen.getByText(/se ha cerrado en este dispositivo: .* o la barbería cambió tu ficha/),
  ).toBeVisible()
})

test('a suspended business shows its suspension and no other reason for a closed card', async () => {
  const suspendedBusiness = { name: 'Barbería Sur', status: 'SUSPENDED' }
  server.use(
    http.get('http://axioma.test/api/public/businesses/b1', () => HttpResponse.json(suspendedBusiness)),
  )
  saveLeaveReason('ended')
  open()
  expect(await screen.findByRole('heading', { name: 'Barbería Sur no está activo ahora' })).toBeVisible()
  expect(screen.queryByText(/se ha cerrado en este dispositivo/)).toBeNull()
})

// Spec: states-22
test('a half-typed number survives a reload and is cleared after the sign-in', async () => {
  answering(fine)
  const { onSignedIn, reload } = open(true)
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612')
  await userEvent.type(screen.getByLabelText('Tu fecha de nacimiento'), '1990-05-17')
  reload()
  expect(screen.getByLabelText('Tu móvil')).toHaveValue('612')
  expect(screen.getByLabelText('Tu fecha de nacimiento')).toHaveValue('1990-05-17')
  await userEvent.type(screen.getByLabelText('Tu móvil'), '345678')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  await userEvent.type(await screen.findByLabelText('Código de 6 cifras'), '123456{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  reload()
  expect(screen.getByLabelText('Tu móvil')).toHaveValue('')
})

test('links to the registration of the business', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'Crear mi tarjeta' })).toHaveAttribute(
    'href',
    '/public/register?bid=b1',
  )
})

test('refers to the poster when the business is unknown', async () => {
  server.use(
    http.get('http://axioma.test/api/public/businesses/b2', () => problem(404, 'BUSINESS_NOT_FOUND', 'No')),
  )
  open(false, 'b2')
  expect(await screen.findByText('Escanea el código QR que verás en el local.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Crear mi tarjeta' })).toBeNull()
})

test('explains what is compared, and what to do when no code arrives', async () => {
  answering(() => HttpResponse.json({ ok: true }))
  open(true)
  expect(screen.getByLabelText(/Tu fecha de nacimiento/)).toHaveAccessibleDescription(
    /si no coincide, no enviamos el código/,
  )
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612345678')
  fireEvent.input(screen.getByLabelText(/Tu fecha de nacimiento/), { target: { value: '1990-05-03' } })
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  const help = await screen.findByRole('region', { name: '¿No te llega el código?' })
  expect(help).toHaveTextContent(
    'tu fecha de nacimiento (3 de mayo de 1990): solo enviamos el código si son los que diste',
  )
  expect(help).toHaveTextContent('pregunta en el mostrador')
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar número' }))
  expect(screen.getByLabelText(/Tu fecha de nacimiento/)).toHaveValue('1990-05-03')
})

test('prefills the phone at a second business', async () => {
  answering(() => HttpResponse.json({ ok: true }))
  open()
  await userEvent.type(screen.getByLabelText('Tu móvil'), '612345678')
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
  await screen.findByLabelText('Código de 6 cifras')
  sessionStorage.removeItem('axioma.portal.typed')
  cleanup()
  server.use(
    http.get('http://axioma.test/api/public/businesses/b2', () =>
      HttpResponse.json({ name: 'Barbería Norte' }),
    ),
  )
  open(false, 'b2')
  expect(screen.getByLabelText('Tu móvil')).toHaveValue('612345678')
})

test.each([
  ['erased', /Tus datos se han borrado/],
  ['ended', /se ha cerrado en este dispositivo/],
] as const)('shows once why the portal was left: %s', async (why, words) => {
  saveLeaveReason(why)
  const { reload } = open()
  expect(screen.getByText(words)).toBeVisible()
  reload()
  expect(screen.queryByText(words)).toBeNull()
})
