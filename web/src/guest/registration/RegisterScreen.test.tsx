import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PageDataContext } from '@/api/pageData'
import type { PublicBusiness } from '@/api/types'
import { gate } from '@/test/gate'
import { sentence } from '@/test/sentence'
import { RegisterScreen } from './RegisterScreen'

const base = 'http://axioma.test/api/public'
const business = {
  id: 'b1',
  name: 'Barbería Sur',
  status: 'ACTIVE',
  timezone: 'Europe/Madrid',
  country: 'ES',
  visitTarget: 10,
  halfMilestone: 5,
  welcomeText: null,
}
const registered = {
  id: 'c1234567890abcdef',
  name: 'Ana Ruiz Gil', // as the server normalizes it
  phone: '+34612345678',
  qrUrl: '/api/pictures/of-ana.png',
  businessId: 'b1',
  businessName: 'Barbería Sur',
}
const builtQr = `${base}/customers/${registered.id}/qr.png`
const drawnQr = 'data:image/png;base64,aGVycw=='
const saidQr = `http://axioma.test${registered.qrUrl}`
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.use(
    http.get(`${base}/businesses/b1`, () => HttpResponse.json(business)),
    http.get(`${base}/customers/${registered.id}/phone-proof`, () =>
      HttpResponse.json({ verified: false, offered: false }),
    ),
  )
})
afterEach(() => {
  server.resetHandlers()
})
afterAll(() => server.close())

const submit = () => screen.getByRole('button', { name: /Crear mi cuenta|Creando/ })

async function open(businessId: string | null = 'b1') {
  render(<RegisterScreen businessId={businessId} />)
  await screen.findByRole('button', { name: 'Crear mi cuenta' })
}

/** Simulates a reload of the page. */
function reload() {
  cleanup()
  render(<RegisterScreen businessId="b1" />)
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Nombre y apellidos'), 'Ana Ruiz')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
}

/** Responds to registrations in turn and records them. */
function answerWith(...answers: (() => Response | Promise<Response>)[]) {
  const sent: { key: string | null; body: Record<string, unknown> }[] = []
  server.use(
    http.post(`${base}/customers/register`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push({ key: request.headers.get('Idempotency-Key'), body })
      return (answers[sent.length - 1] ?? answers.at(-1))?.()
    }),
  )
  return sent
}

const success = () => HttpResponse.json(registered, { status: 201 })
const refusal = (status: number, problem: object, headers: Record<string, string> = {}) =>
  HttpResponse.json(problem, { status, headers })

// Spec: registration-1
test.each([null, '', ' '])('without a business (%j) asks to scan the code at the venue', (businessId) => {
  render(<RegisterScreen businessId={businessId} />)
  expect(screen.getByText('Falta el identificador del negocio')).toBeVisible()
  expect(
    screen.getByText('Escanea el código QR que verás en el local o abre el enlace correcto.'),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Crear mi cuenta' })).toBeNull()
})

test('reports an unknown business', async () => {
  server.use(http.get(`${base}/businesses/nope`, () => refusal(404, { code: 'BUSINESS_NOT_FOUND' })))
  render(<RegisterScreen businessId="nope" />)
  expect(await screen.findByText('No encontramos este negocio')).toBeVisible()
})

test('reports a business that accepts no registrations', async () => {
  const suspended = { ...business, status: 'SUSPENDED' }
  server.use(http.get(`${base}/businesses/b1`, () => HttpResponse.json(suspended)))
  render(<RegisterScreen businessId="b1" />)
  expect(await screen.findByText('Barbería Sur no admite registros ahora')).toBeVisible()
})

test('retries the business after a failure', async () => {
  let tries = 0
  server.use(
    http.get(`${base}/businesses/b1`, () =>
      ++tries === 1 ? HttpResponse.error() : HttpResponse.json(business),
    ),
  )
  render(<RegisterScreen businessId="b1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Crear mi cuenta' })).toBeVisible()
})

test('describes the reward of the first visit', async () => {
  server.use(
    http.get(`${base}/businesses/b1`, () =>
      HttpResponse.json({ ...business, visitTarget: 3, halfMilestone: 1 }),
    ),
  )
  render(<RegisterScreen businessId="b1" />)
  expect(await screen.findByText('A la primera visita: 50 % de descuento')).toBeVisible()
  expect(screen.getByText('A las 3 visitas: servicio GRATIS')).toBeVisible()
})

// Spec: shell-3
test('shows the business and what its card earns', async () => {
  await open()
  const promises = screen.getByRole('list', { name: 'Lo que ganas' })
  expect(promises).toHaveTextContent('A las 5 visitas: 50 % de descuento')
  expect(promises).toHaveTextContent('A las 10 visitas: servicio GRATIS')
  expect(screen.getAllByText(/Barbería Sur/)[0]).toBeVisible()
  expect(document.title).toBe('Tu tarjeta de Barbería Sur')
})

test.each([
  [null, 'Hoy, por registrarte: descuento de bienvenida'],
  ['20 % en tu primer corte', 'Hoy, por registrarte: 20 % en tu primer corte'],
])('the welcome text %j is shown as %j', async (welcomeText, words) => {
  server.use(http.get(`${base}/businesses/b1`, () => HttpResponse.json({ ...business, welcomeText })))
  await open()
  expect(screen.getByRole('list', { name: 'Lo que ganas' })).toHaveTextContent(words)
})

test('promises no half price on a card without one', async () => {
  server.use(http.get(`${base}/businesses/b1`, () => HttpResponse.json({ ...business, halfMilestone: null })))
  await open()
  expect(screen.getByRole('list', { name: 'Lo que ganas' })).not.toHaveTextContent('50 %')
})

// Spec: registration-2, registration-7
test('is enabled once name, phone and privacy are filled, and names what is missing', async () => {
  await open()
  expect(submit()).toBeDisabled()
  const name = screen.getByLabelText('Nombre y apellidos')
  const phone = screen.getByLabelText('Teléfono (WhatsApp)')
  const privacy = screen.getByRole('checkbox', { name: /privacidad/ })
  for (const field of [name, phone, privacy]) expect(field).toBeRequired()
  await userEvent.type(name, 'Ana')
  expect(submit()).toBeDisabled()
  expect(submit()).toHaveAccessibleDescription(/falta tu teléfono y aceptar la política de privacidad/)
  await userEvent.type(phone, '612345678')
  expect(submit()).toBeDisabled()
  await userEvent.click(privacy)
  expect(submit()).toBeEnabled()
  fireEvent.input(name, { target: { value: '  ' } })
  expect(submit()).toBeDisabled()
  expect(submit()).toHaveAccessibleDescription('Para continuar falta tu nombre.')
})

// Spec: registration-4, registration-5, registration-6, limits-14
test('has the default consents of the specification, and the privacy page in another tab', async () => {
  await open()
  const checked = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect(['WhatsApp', 'Correo', 'SMS'].map(checked)).toEqual([true, true, false])
  expect(checked(/privacidad/)).toBe(false)
  expect(checked(/promociones/)).toBe(true)
  const link = screen.getByRole('link', { name: /política de privacidad/ })
  expect(link).toHaveAttribute('href', '/legal/privacidad?bid=b1')
  expect(link).toHaveAttribute('target', '_blank')
})

// Spec: registration-6
test('names the data controller before the fields', async () => {
  await open()
  const notice = screen.getByRole('region', { name: 'Tus datos, en breve' })
  expect(notice).toHaveTextContent(/Responsable:\s*Barbería Sur/)
  expect(notice).toHaveTextContent(/Tus derechos/)
  const more = screen.getByRole('link', { name: /información completa sobre tus datos/ })
  expect(more).toHaveAttribute('href', '/legal/privacidad?bid=b1')
})

test('names the legal owner of the business if it is published', async () => {
  server.use(
    http.get(`${base}/businesses/b1`, () => HttpResponse.json({ ...business, legalName: 'Ana Gil' })),
  )
  await open()
  const notice = screen.getByRole('region', { name: 'Tus datos, en breve' })
  expect(notice).toHaveTextContent(/Responsable:\s*Ana Gil \(Barbería Sur\)/)
})

// Spec: registration-3, validation-31
test('sets keyboards and autofill', async () => {
  await open()
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveAttribute('autocomplete', 'name')
  expect(screen.getByLabelText('Teléfono (WhatsApp)')).toHaveAttribute('inputmode', 'tel')
  expect(screen.getByLabelText(/Correo electrónico/)).toHaveAttribute('type', 'email')
  expect(screen.getByLabelText(/Fecha de nacimiento/)).toHaveAttribute('type', 'date')
  expect(screen.getByLabelText(/Fecha de nacimiento/)).toHaveAttribute('autocomplete', 'bday')
})

// Spec: registration-3
test("shows the birthday in words, since browsers use their own language's order", async () => {
  await open()
  fireEvent.input(screen.getByLabelText(/Fecha de nacimiento/), { target: { value: '1990-05-03' } })
  expect(screen.getByLabelText(/Fecha de nacimiento/)).toHaveAccessibleDescription('3 de mayo de 1990')
})

// Spec: registration-8, registration-9, registration-10, registration-11, states-1
test('sends the form and shows thanks, QR and welcome discount', async () => {
  const answer = gate()
  const sent = answerWith(() => answer.opened.then(success))
  await open()
  await fill()
  await userEvent.click(submit())
  expect(submit()).toHaveTextContent('Creando tu tarjeta…')
  answer.open()
  const title = await screen.findByRole('heading', { name: 'Registro completado' })
  await waitFor(() => expect(title).toHaveFocus())
  expect(screen.getByText(sentence('¡Gracias, Ana Ruiz Gil!'))).toBeVisible()
  expect(screen.getByText(/reservado para un solo servicio/)).toBeVisible()
  expect(screen.getByRole('region', { name: 'Descuento de bienvenida' })).toHaveTextContent(
    'Para un solo servicio, en un día sin otra recompensa. No se suma a otras ofertas. No caduca.',
  )
  expect(screen.getByText(/También te enviamos el QR por WhatsApp/)).toHaveTextContent('+34 612 34 56 78')
  const qr = screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz Gil' })
  expect(qr).toHaveAttribute('src', saidQr)
  const save = screen.getByRole('link', { name: 'Guardar mi QR' })
  expect(save).toHaveAttribute('href', `${saidQr}?download=1`)
  expect(save).toHaveAttribute('download', 'qr-c1234567.png')
  // Without the birth date, which is optional.
  expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toHaveAttribute('href', '/portal?bid=b1')
  expect(sent[0]?.body).toMatchObject({
    businessId: 'b1',
    phone: '+34612345678',
    email: null,
    birthday: null,
  })
})

// Spec: registration-10
test("builds the QR's address when the response has none", async () => {
  answerWith(() => HttpResponse.json({ ...registered, qrUrl: '' }, { status: 201 }))
  await open()
  await fill()
  await userEvent.click(submit())
  const qr = await screen.findByRole('img', { name: /QR personal/ })
  expect(qr).toHaveAttribute('src', builtQr)
})

// Spec: registration-10
test.each([
  ['the fields of the specification alone', { businessName: undefined }, 'Ana Ruiz Gil', saidQr],
  ['nothing but the id', { name: undefined, phone: undefined, qrUrl: undefined }, 'Ana Ruiz', builtQr],
  ['an invalid QR address', { qrUrl: 'http://' }, 'Ana Ruiz Gil', builtQr],
  ['the QR itself', { qrPicture: drawnQr }, 'Ana Ruiz Gil', drawnQr],
])('a response with %s is completed from the form', async (_, lacking, thanked, picture) => {
  const bare = { ...registered, businessId: undefined, businessName: null }
  answerWith(() => HttpResponse.json({ ...bare, ...lacking }, { status: 201 }))
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText(sentence(`¡Gracias, ${thanked}!`))).toBeVisible()
  expect(screen.getByText('Barbería Sur')).toBeVisible()
  expect(screen.getByText(/También te enviamos el QR por WhatsApp/)).toHaveTextContent('+34 612 34 56 78')
  expect(screen.getByRole('img', { name: /QR personal/ })).toHaveAttribute('src', picture)
})

test('a wallet pass is offered, also after a reload', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  const passUrl = `/api/public/customers/${registered.id}/pass.pkpass`
  answerWith(() => HttpResponse.json({ ...registered, passUrl, googlePassUrl: '/google' }, { status: 201 }))
  await open()
  await fill()
  await userEvent.click(submit())
  const add = () => screen.findByRole('link', { name: 'Añadir a Apple Wallet' })
  expect(await add()).toHaveAttribute('href', `http://axioma.test${passUrl}`)
  reload()
  expect(await add()).toBeVisible()
  expect(screen.queryByRole('link', { name: /Google/ })).toBeNull()
})

// Spec: registration-11
test('promises no message to a customer who refuses WhatsApp', async () => {
  answerWith(success)
  await open()
  await fill()
  await userEvent.click(screen.getByRole('checkbox', { name: 'WhatsApp' }))
  await userEvent.click(submit())
  expect(await screen.findByText(/Guárdalo ahora/)).toBeVisible()
  expect(screen.queryByText(/por WhatsApp/)).toBeNull()
})

// Spec: states-22
test('the draft survives a reload and is cleared on success; the result survives too', async () => {
  answerWith(success)
  await open()
  await fill()
  reload()
  expect(await screen.findByLabelText('Nombre y apellidos')).toHaveValue('Ana Ruiz')
  expect(screen.getByLabelText('Teléfono (WhatsApp)')).toHaveValue('612345678')
  await userEvent.click(submit())
  await screen.findByText('Registro completado')
  reload()
  expect(screen.getByText('Registro completado')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Registrar a otra persona' }))
  expect(await screen.findByLabelText('Nombre y apellidos')).toHaveValue('')
})

test('errors are shown at the field before anything is sent', async () => {
  const sent = answerWith(success)
  await open()
  await fill()
  const email = screen.getByLabelText(/Correo electrónico/)
  await userEvent.type(email, 'ana@')
  await userEvent.click(submit())
  expect(email).toHaveAccessibleDescription('Revisa el correo: falta algo, por ejemplo la @.')
  expect(email).toHaveFocus()
  expect(sent).toEqual([])
  await userEvent.type(email, 'x.es')
  expect(email).not.toHaveAttribute('aria-invalid')
  await userEvent.click(submit())
  expect(await screen.findByText('Registro completado')).toBeVisible()
  expect(sent[0]?.body.email).toBe('ana@x.es')
})

// Spec: registration-12, states-1
test('server errors are shown at the field and can be corrected', async () => {
  const problem = { code: 'VALIDATION', message: 'No vale', errors: [{ field: 'phone', message: 'Ese no.' }] }
  answerWith(() => refusal(422, problem), success)
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('Registro fallido (422): No vale')).toBeVisible()
  const phone = screen.getByLabelText('Teléfono (WhatsApp)')
  expect(phone).toHaveAccessibleDescription(/Ese no\./)
  await waitFor(() => expect(phone).toHaveFocus())
  await userEvent.clear(phone)
  await userEvent.type(phone, '699887766')
  await userEvent.click(submit())
  expect(await screen.findByText('Registro completado')).toBeVisible()
})

test('a registered phone leads to the existing card', async () => {
  answerWith(() => refusal(409, { code: 'ALREADY_REGISTERED', message: 'Ya está registrado.' }))
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('Ya está registrado.')).toBeVisible()
  expect(screen.queryByText(/Registro fallido|por WhatsApp/)).toBeNull()
  // Without the birth date, which is optional.
  expect(within(screen.getByRole('status')).getByRole('link')).toHaveAttribute('href', '/portal?bid=b1')
  expect(submit()).toBeEnabled()
})

// Spec: errors-5
test('any other refusal with that status is a failure', async () => {
  answerWith(() => refusal(409, { code: 'BUSY', message: 'Hoy no.' }))
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('Registro fallido (409): Hoy no.')).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Ver mis puntos' })).toHaveLength(1)
})

test('too many attempts show the waiting time', async () => {
  answerWith(() =>
    refusal(429, { code: 'TOO_MANY_REQUESTS', message: 'Demasiados.' }, { 'Retry-After': '90' }),
  )
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText(/Espera 2 minutos/)).toBeVisible()
})

test('an unchanged form keeps its key, also after a reload; a changed one gets another', async () => {
  const sent = answerWith(HttpResponse.error, HttpResponse.error, HttpResponse.error)
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText('No se pudo completar el registro.')).toBeVisible()
  reload()
  await screen.findByLabelText('Nombre y apellidos')
  await userEvent.click(submit())
  await waitFor(() => expect(sent).toHaveLength(2))
  await screen.findByText('No se pudo completar el registro.')
  await userEvent.type(screen.getByLabelText('Nombre y apellidos'), ' Gil')
  await userEvent.click(submit())
  await waitFor(() => expect(sent).toHaveLength(3))
  const [first, second, third] = sent.map(({ key }) => key)
  expect(first).toMatch(/^[!-~]{16,200}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a second click while the form is being sent sends nothing', async () => {
  const answer = gate()
  const sent = answerWith(() => answer.opened.then(success))
  await open()
  await fill()
  await userEvent.dblClick(submit())
  await waitFor(() => expect(sent).toHaveLength(1))
  answer.open()
  await screen.findByText('Registro completado')
  expect(sent).toHaveLength(1)
})

// Spec: errors-9
test('a QR that fails to load can be retried', async () => {
  answerWith(success)
  await open()
  await fill()
  await userEvent.click(submit())
  const qr = await screen.findByRole('img', { name: /QR personal/ })
  qr.dispatchEvent(new Event('error'))
  expect(await screen.findByText('No se pudo generar el QR.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Volver a cargar el QR' }))
  expect(screen.getByRole('img', { name: /QR personal/ })).toBeVisible()
})

test('page data and earlier input are there at once without a fetch', async () => {
  const asked = vi.spyOn(window, 'fetch')
  const shown = {
    business: business as PublicBusiness,
    fields: { name: 'Ana Ruiz', phone: '612345678', privacy: 'on', promotions: '' },
  }
  render(
    <PageDataContext.Provider value={shown}>
      <RegisterScreen businessId="b1" />
    </PageDataContext.Provider>,
  )
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('Ana Ruiz')
  expect(screen.getByLabelText(/promociones de Barbería Sur/)).not.toBeChecked()
  expect(submit()).toBeEnabled()
  expect(asked).not.toHaveBeenCalled()
})

test('page data without a business show the unknown business at once', () => {
  render(
    <PageDataContext.Provider value={{ business: null }}>
      <RegisterScreen businessId="nobody" />
    </PageDataContext.Provider>,
  )
  expect(screen.getByText('No encontramos este negocio')).toBeVisible()
})
