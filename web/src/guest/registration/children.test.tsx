import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { passLinksOf } from '@/api/walletLinks'
import { publicBusiness } from '@/test/examples'
import FixedScreen from './FixedScreen'
import { RegisterScreen } from './RegisterScreen'
import { registrationStore } from './registrationStore'

const base = 'http://axioma.test/api/public'
const server = setupServer()
const ana = {
  id: 'ana0123456789',
  name: 'Ana Gil',
  phone: '+34612345678',
  qrUrl: '',
  ...passLinksOf({}),
  businessId: 'b1',
  businessName: 'Barbería Sur',
  registrationToken: 'the token',
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.use(
    http.get(`${base}/customers/${ana.id}/phone-proof`, () =>
      HttpResponse.json({ verified: false, offered: false }),
    ),
  )
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function open(registrationToken: string | null = ana.registrationToken) {
  registrationStore('b1').finish({ customer: { ...ana, registrationToken } })
  render(<RegisterScreen businessId="b1" />)
}

function answerWith(...answers: (() => Response)[]) {
  const bodies: unknown[] = []
  server.use(
    http.post(`${base}/customers/children`, async ({ request }) => {
      bodies.push(await request.json())
      return answers[bodies.length - 1]?.()
    }),
  )
  return bodies
}

const child = (name: string) => {
  const id = `${name.toLowerCase()}0123456789`
  return () => HttpResponse.json({ id, name, qrUrl: `/api/public/customers/${id}/qr.png` }, { status: 201 })
}
const refusal = (status: number, code: string, message: string) => () =>
  HttpResponse.json({ code, message }, { status })

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function add(name: string) {
  await press('Añadir a un hijo o una hija')
  await userEvent.type(screen.getByLabelText('Nombre de tu hijo o hija'), name)
  fireEvent.input(screen.getByLabelText('Fecha de nacimiento'), { target: { value: '2018-05-17' } })
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Soy su padre, madre o tutor y doy mi consentimiento' }),
  )
  await press('Añadir')
}

const focusedAt = (name: string) => waitFor(() => expect(screen.getByRole('heading', { name })).toHaveFocus())

// Spec: portal-24
test('a new customer adds children without a phone and keeps their QRs after a reload', async () => {
  const bodies = answerWith(child('Leo'), child('Sol'))
  open()
  await add('Leo')
  await focusedAt('Tarjeta de Leo')
  await add('Sol')
  await focusedAt('Tarjeta de Sol')
  expect(bodies).toEqual(
    ['Leo', 'Sol'].map((name) => ({
      name,
      birthday: '2018-05-17',
      guardianConsent: true,
      registrationToken: 'the token',
    })),
  )
  cleanup()
  render(<RegisterScreen businessId="b1" />)
  expect(qrShown()).toEqual([`${base}/customers/${ana.id}/qr.png`])
  await press('Leo')
  expect(qrShown()).toEqual([`${base}/customers/leo0123456789/qr.png`])
  expect(screen.getByRole('link', { name: 'Guardar el QR de Leo' })).toHaveAttribute(
    'href',
    `${base}/customers/leo0123456789/qr.png`,
  )
})

const qrShown = () => screen.getAllByRole('img', { name: /^Código QR/ }).map((qr) => qr.getAttribute('src'))

// Spec: portal-24
test('shows one QR of adult and children at a time, with buttons for the others', async () => {
  answerWith(child('Leo'), child('Sol'))
  open()
  expect(screen.queryByRole('group', { name: '¿De quién es el QR que enseñas?' })).toBeNull()
  await add('Leo')
  await screen.findByRole('heading', { name: 'Tarjeta de Leo' })
  expect(qrShown()).toEqual([`${base}/customers/leo0123456789/qr.png`])
  await add('Sol')
  await screen.findByRole('heading', { name: 'Tarjeta de Sol' })
  expect(qrShown()).toEqual([`${base}/customers/sol0123456789/qr.png`])
  const names = within(screen.getByRole('group', { name: '¿De quién es el QR que enseñas?' }))
  expect(names.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Ana Gil',
    'Leo',
    'Sol',
  ])
  expect(names.getByRole('button', { pressed: true })).toHaveTextContent('Sol')
  await press('Ana Gil')
  expect(names.getByRole('button', { pressed: true })).toHaveTextContent('Ana Gil')
  expect(qrShown()).toEqual([`${base}/customers/${ana.id}/qr.png`])
  expect(screen.getByRole('link', { name: 'Guardar mi QR' })).toBeVisible()
})

test('the page of the fixed business shows one QR at a time too', async () => {
  answerWith(child('Leo'))
  server.use(
    http.get(`${base}/fixed-business`, () => HttpResponse.json({ ...publicBusiness, id: 'b1' })),
    http.get(`${base}/customers/${ana.id}`, () => HttpResponse.json(ana)),
    http.get(`${base}/customers/${ana.id}/visits`, () =>
      HttpResponse.json({ items: [], total: 0, nextCursor: null }),
    ),
  )
  registrationStore('b1').finish({ customer: ana })
  render(<FixedScreen address={new URL(`/qr?cid=${ana.id}`, 'http://axioma.test')} />)
  await screen.findByRole('img', { name: 'Código QR personal' })
  await add('Leo')
  await screen.findByRole('heading', { name: 'Tarjeta de Leo' })
  expect(qrShown()).toEqual([`${base}/customers/leo0123456789/qr.png`])
  await press('Ana Gil')
  expect(qrShown()).toEqual([`${base}/customers/${ana.id}/qr.png`])
})

test('the button to add a child is above the welcome discount', () => {
  open()
  const way = screen.getByRole('button', { name: 'Añadir a un hijo o una hija' })
  const welcome = screen.getByRole('region', { name: 'Descuento de bienvenida' })
  expect(way.compareDocumentPosition(welcome)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a child’s pass is offered under the child’s name', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  const passUrl = '/api/public/customers/leo0123456789/pass.pkpass'
  answerWith(() =>
    HttpResponse.json({ id: 'leo0123456789', name: 'Leo Gil', qrUrl: '', passUrl }, { status: 201 }),
  )
  open()
  await add('Leo Gil')
  const way = await screen.findByRole('link', { name: 'Añadir la de Leo a Apple Wallet' })
  expect(way).toHaveAttribute('href', `http://axioma.test${passUrl}`)
})

test('nothing is sent without name, birth date and consent', async () => {
  const bodies = answerWith()
  open()
  await press('Añadir a un hijo o una hija')
  await press('Añadir')
  await waitFor(() => expect(screen.getByLabelText('Nombre de tu hijo o hija')).toHaveFocus())
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(/Sin tu consentimiento/)
  expect(bodies).toEqual([])
  await press('Cancelar')
  expect(screen.getByRole('button', { name: 'Añadir a un hijo o una hija' })).toHaveFocus()
})

test.each([
  [refusal(409, 'CHILD_EXISTS', 'Ya tiene tarjeta.'), /Ya tiene tarjeta/],
  [refusal(401, 'TOKEN_EXPIRED', 'La sesión ha caducado.'), /Ha pasado más de media hora/],
])('shows why a child was not added', async (answer, message) => {
  answerWith(answer)
  open()
  await add('Leo')
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(screen.getByLabelText('Nombre de tu hijo o hija')).toHaveValue('Leo')
})

test('an error of one child is not shown for the next', async () => {
  answerWith(refusal(409, 'CHILD_EXISTS', 'Ya tiene tarjeta.'))
  open()
  await add('Leo')
  await screen.findByRole('alert')
  await press('Cancelar')
  await press('Añadir a un hijo o una hija')
  expect(screen.getByLabelText('Nombre de tu hijo o hija')).toHaveValue('')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the form cannot be left while a child is being added', async () => {
  server.use(http.post(`${base}/customers/children`, () => new Promise<never>(() => undefined)))
  open()
  await add('Leo')
  expect(screen.getByRole('button', { name: 'Añadiendo…' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('button', { name: 'Cancelar' })).toBeDisabled()
})

test('without a registration token no child can be added', () => {
  open(null)
  expect(screen.getByText('Registro completado')).toBeVisible()
  expect(screen.queryByRole('button', { name: /hijo/ })).toBeNull()
})
