import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { PageDataContext } from '@/api/pageData'
import { publicBusiness } from '@/test/examples'
import { base, mockRegistrationServer, open, refusal, submit } from '@/test/registration'
import { RegisterScreen } from './RegisterScreen'

const server = mockRegistrationServer()

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
  const suspendedBusiness = { ...publicBusiness, status: 'SUSPENDED' }
  server.use(http.get(`${base}/businesses/b1`, () => HttpResponse.json(suspendedBusiness)))
  render(<RegisterScreen businessId="b1" />)
  expect(await screen.findByText('Barbería Sur no admite registros ahora')).toBeVisible()
  server.use(http.get(`${base}/businesses/b1`, () => HttpResponse.json(publicBusiness)))
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Crear mi cuenta' })).toBeVisible()
})

test('retries the business after a failure', async () => {
  let tries = 0
  server.use(
    http.get(`${base}/businesses/b1`, () =>
      ++tries === 1 ? HttpResponse.error() : HttpResponse.json(publicBusiness),
    ),
  )
  render(<RegisterScreen businessId="b1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Crear mi cuenta' })).toBeVisible()
})

test('describes the reward of the first visit', async () => {
  server.use(
    http.get(`${base}/businesses/b1`, () =>
      HttpResponse.json({ ...publicBusiness, visitTarget: 3, halfMilestone: 1 }),
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
  server.use(http.get(`${base}/businesses/b1`, () => HttpResponse.json({ ...publicBusiness, welcomeText })))
  await open()
  expect(screen.getByRole('list', { name: 'Lo que ganas' })).toHaveTextContent(words)
})

test('promises no half reward on a card without one', async () => {
  server.use(
    http.get(`${base}/businesses/b1`, () => HttpResponse.json({ ...publicBusiness, halfMilestone: null })),
  )
  await open()
  expect(screen.getByRole('list', { name: 'Lo que ganas' })).not.toHaveTextContent('50 %')
})

// Spec: registration-2, registration-7
test('the button is enabled when name, phone and privacy are filled, and until then names the missing fields', async () => {
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
test('names the data controller and links to the full information', async () => {
  await open()
  const notice = screen.getByRole('region', { name: 'Tus datos, en breve' })
  expect(notice).toHaveTextContent(/Responsable:\s*Barbería Sur/)
  expect(notice).toHaveTextContent(/Tus derechos/)
  const more = screen.getByRole('link', { name: /información completa sobre tus datos/ })
  expect(more).toHaveAttribute('href', '/legal/privacidad?bid=b1')
})

test('names the legal owner of the business if it is published', async () => {
  server.use(
    http.get(`${base}/businesses/b1`, () => HttpResponse.json({ ...publicBusiness, legalName: 'Ana Gil' })),
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
test("shows the birthday in words, because browsers use their own language's order", async () => {
  await open()
  fireEvent.input(screen.getByLabelText(/Fecha de nacimiento/), { target: { value: '1990-05-03' } })
  expect(screen.getByLabelText(/Fecha de nacimiento/)).toHaveAccessibleDescription('3 de mayo de 1990')
})

test('page data and earlier input are there at once without a fetch', async () => {
  const fetches = vi.spyOn(window, 'fetch')
  const pageData = {
    business: publicBusiness,
    fields: { name: 'Ana Ruiz', phone: '612345678', privacy: 'on', promotions: '' },
  }
  render(
    <PageDataContext.Provider value={pageData}>
      <RegisterScreen businessId="b1" />
    </PageDataContext.Provider>,
  )
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('Ana Ruiz')
  expect(screen.getByLabelText(/promociones de Barbería Sur/)).not.toBeChecked()
  expect(submit()).toBeEnabled()
  expect(fetches).not.toHaveBeenCalled()
})

test('page data without a business show the unknown business at once', () => {
  render(
    <PageDataContext.Provider value={{ business: null }}>
      <RegisterScreen businessId="unknown" />
    </PageDataContext.Provider>,
  )
  expect(screen.getByText('No encontramos este negocio')).toBeVisible()
})
