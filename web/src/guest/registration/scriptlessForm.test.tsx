import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type PageData, PageDataContext } from '@/api/pageData'
import type { RegisteredCustomer } from '@/api/types'
import { passLinksOf } from '@/api/walletLinks'
import { openIdempotencyKey } from '@/lib/idempotencyKeys'
import { codeRequestKey, pendingMessageKey, prefillPhone } from '@/lib/signInStorage'
import { publicBusiness as business } from '@/test/examples'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import FixedScreen from './FixedScreen'
import { emptyDraft } from './form'
import { RegisterScreen } from './RegisterScreen'
import { type FinishedRegistration, registrationStore } from './registrationStore'

const customer: RegisteredCustomer = {
  id: 'c1234567890abcdef',
  name: 'Ana Ruiz',
  phone: '+34612345678',
  qrUrl: '',
  ...passLinksOf({}),
  businessId: 'b1',
  businessName: 'Barbería Sur',
  registrationToken: null,
  qrSentBy: 'WHATSAPP',
}
const sentFields = { name: 'Ana Ruiz', phonePrefix: '+34', phone: '612345678', privacy: 'on', sms: 'on' }
const server = mockServer()

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.respond('get', `/public/customers/${customer.id}`, {
    id: customer.id,
    businessId: 'b1',
    name: 'Ana Ruiz',
  })
  server.respond('get', `/public/customers/${customer.id}/visits`, { items: [], total: 0, nextCursor: null })
  server.respond('get', `/public/customers/${customer.id}/phone-proof`, { verified: false, offered: false })
  server.respond('post', '/public/customers/register', customer)
})

function open(data: Omit<PageData, 'business'>, screen: ReactNode = <RegisterScreen businessId="b1" />) {
  return render(<PageDataContext.Provider value={{ business, ...data }}>{screen}</PageDataContext.Provider>)
}

const refusedPage = (status: number, code: string, errors: { field: string; message: string }[] = []) => ({
  fields: { ...sentFields },
  problem: { status, code, message: 'No ha podido ser.', errors },
})
const another = () => userEvent.click(screen.getByRole('button', { name: 'Registrar a otra persona' }))
const form = () => screen.getByRole('form', { name: 'Tus datos' })

// Spec: registration-12
test('a refused form keeps its input and shows the errors at the top and at the field', () => {
  open(refusedPage(422, 'VALIDATION', [{ field: 'phone', message: 'No es un móvil.' }]))
  expect(form().firstElementChild).toHaveTextContent('Revisa los campos marcados')
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('Ana Ruiz')
  expect(screen.getByLabelText('Teléfono (WhatsApp)')).toBeInvalid()
  expect(screen.getByText('No es un móvil.')).toBeVisible()
  expect(screen.getByLabelText('SMS')).toBeChecked()
  for (const label of ['WhatsApp', /promociones/]) expect(screen.getByLabelText(label)).not.toBeChecked()
})

test('an existing customer gets a link to the card, and a later failure is shown at the button', async () => {
  open(refusedPage(409, 'ALREADY_REGISTERED'))
  expect(form().firstElementChild).toHaveTextContent('No ha podido ser.')
  expect(within(form()).getByRole('link', { name: 'Ver mis puntos' })).toBeVisible()
  server.fail('post', '/public/customers/register')
  await userEvent.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  expect(await screen.findByText('No se pudo completar el registro.')).toBeVisible()
  expect(form().firstElementChild).not.toHaveTextContent('No se pudo')
})

test('marks the consent of the guardian that the server found missing', () => {
  open(refusedPage(422, 'VALIDATION', [{ field: 'guardianConsent', message: 'Falta.' }]))
  expect(screen.getByLabelText(/doy mi consentimiento/)).toBeInvalid()
})

test('a registration in the server’s page shows the QR, also after a reload, and leaves the form empty', async () => {
  const page = open({ registered: { customer } })
  expect(screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })).toBeVisible()
  expect(screen.getByText(/También te enviamos el QR por WhatsApp/)).toBeVisible()
  page.unmount()
  const reloadedPage = open({})
  expect(screen.getByRole('heading', { name: 'Registro completado' })).toBeVisible()
  await another()
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('')
  reloadedPage.unmount()
})

test('input made before the script loaded is not reused for the next person', async () => {
  open({ fields: { ...sentFields } })
  await userEvent.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  await screen.findByRole('heading', { name: 'Registro completado' })
  await another()
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('')
})

test.each([
  ['has typed a name', { fields: { name: 'Eva' } }, 'Eva'],
  ['has typed only a phone', { fields: { phone: '612 99' } }, ''],
  ['has sent a form that was refused', refusedPage(422, 'VALIDATION'), 'Eva Sanz'],
])(
  'a person who %s before the script loaded keeps the form, although another person registered in this tab',
  (_what, data, name) => {
    registrationStore('b1').finish({ customer })
    if (name) data.fields = { ...data.fields, name }
    open(data)
    expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue(name)
    expect(Object.values(sessionStorage).join()).not.toContain('Ana Ruiz')
  },
)

test.each<Record<string, string>>([{}, { name: ' ana  ru' }, { phone: '612 34' }, { sms: 'on' }])(
  'the registered customer sees the result again after typing %o',
  (fields) => {
    registrationStore('b1').finish({ customer })
    open({ fields })
    expect(screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })).toBeVisible()
  },
)

test("another person's draft is not merged into input made before the script loaded", () => {
  const draft = { ...emptyDraft, name: 'Ana Ruiz', email: 'ana@correo.test' }
  registrationStore('b1').keep({ draft, attempt: null })
  const page = open({ fields: { name: 'Ana' } })
  expect(screen.getByLabelText(/Correo electrónico/)).toHaveValue('ana@correo.test')
  page.unmount()
  open({ fields: { name: 'Eva' } })
  expect(screen.getByLabelText(/Correo electrónico/)).toHaveValue('')
})

const screens = [
  ['/public/register', () => <RegisterScreen businessId="b1" />],
  ['/qr', () => <FixedScreen address={new URL('http://axioma.test/qr')} />],
] as const

describe.each(screens)('at %s a registration sent before the script loaded', (_path, at) => {
  const registration = { customer: { ...customer, registrationToken: 'the token' } }

  test('clears the form and offers to add a child, as with the script', async () => {
    sessionStorage.setItem('axioma.registration.b1', JSON.stringify({ draft: { name: 'Ana Ruiz' } }))
    open({ registered: registration }, at())
    expect(await screen.findByRole('button', { name: 'Añadir a un hijo o una hija' })).toBeVisible()
    expect(registrationStore('b1').readUnfinished().draft.name).toBe('')
  })

  test('is taken over once, so a reload keeps added children', async () => {
    const page = open({ registered: registration }, at())
    registrationStore('b1').withChild(registration, {
      id: 'leo0123456789',
      name: 'Leo',
      qrUrl: '',
      ...passLinksOf({}),
    })
    page.unmount()
    open({ registered: registration }, at())
    expect(await screen.findByRole('button', { name: 'Leo' })).toBeVisible()
  })

  test('does not come back after the next person has started', async () => {
    const eva = { ...customer, id: 'eva4567890abcdef', name: 'Eva Sanz' }
    server.respond('post', '/public/customers/register', eva, 201)
    server.respond('get', `/public/customers/${eva.id}`, { id: eva.id, businessId: 'b1', name: 'Eva Sanz' })
    server.respond('get', `/public/customers/${eva.id}/visits`, { items: [], total: 0, nextCursor: null })
    server.respond('get', `/public/customers/${eva.id}/phone-proof`, { verified: false, offered: false })
    const page = open({ registered: registration }, at())
    await another()
    await userEvent.type(screen.getByLabelText('Nombre y apellidos'), 'Eva Sanz')
    await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345679')
    await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
    await userEvent.click(screen.getByRole('button', { name: /Crear mi cuenta|Registrarme/ }))
    const findQr = () => screen.findByRole('img', { name: /^Código QR personal/ })
    expect((await findQr()).getAttribute('src')).toContain(eva.id)
    page.unmount()
    open({ registered: registration }, at())
    expect((await findQr()).getAttribute('src')).toContain(eva.id)
  })

  test('leaves no phone and no open request to the next person', async () => {
    open({ registered: registration }, at())
    prefillPhone({ prefix: '+34', number: '612345678' })
    sessionStorage.setItem(codeRequestKey, JSON.stringify({ phone: { prefix: '+34', number: '612345678' } }))
    sessionStorage.setItem(pendingMessageKey, JSON.stringify({ ticket: 'the ticket' }))
    openIdempotencyKey('own child {"name":"Leo"}')
    await another()
    const storedTexts = [...Object.values(sessionStorage), ...Object.values(localStorage)]
    expect(storedTexts.join()).not.toMatch(/612345678|the ticket|Leo|the token|Ana Ruiz/)
  })
})

test('the tab remembers the last results only', () => {
  const results = Array.from({ length: 50 }, (_, i) => ({
    customer: { ...customer, id: `c${i}` },
  }))
  const store = registrationStore('b1')
  const grown = results.map((result) => {
    expect(store.takeOver(result)).toBe(true)
    expect(store.takeOver(result)).toBe(false)
    return sessionStorage.getItem('axioma.taken.b1')?.length
  })
  expect(store.takeOver(results[45] as FinishedRegistration)).toBe(false)
  expect(grown.at(-1)).toBe(grown.at(-10))
})

test('at the fixed business a registration shows the QR and stores it on the device', async () => {
  const at = () => <FixedScreen address={new URL('http://axioma.test/qr')} />
  const page = open({ registered: { customer } }, at())
  expect(screen.getByRole('heading', { name: 'Tu QR' })).toBeVisible()
  await waitFor(() => expect(screen.getByText('Aún no hay visitas registradas.')).toBeVisible())
  page.unmount()
  open({}, at())
  expect(screen.getByRole('button', { name: 'Ya tengo QR (abrir con mi cid)' })).toBeVisible()
})

test('explains the welcome discount under the thanks and on the voucher', () => {
  open({ registered: { customer: { ...customer, welcomeText: '20 % en tu primer corte' } } })
  expect(
    screen.getByText(sentence('¡Gracias, Ana Ruiz!')).parentElement?.nextElementSibling,
  ).toHaveTextContent(
    '20 % en tu primer corte: tu descuento de bienvenida queda reservado para un solo servicio.',
  )
  expect(screen.getByRole('region', { name: 'Descuento de bienvenida' })).toHaveTextContent(
    '20 % en tu primer corte',
  )
})
