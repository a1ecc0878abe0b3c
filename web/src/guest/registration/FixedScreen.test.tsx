import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { publicBusiness as business } from '@/test/examples'
import { listShapes, otherVisit } from '@/test/otherServers'
import { mockServer } from '@/test/server'
import FixedScreen from './FixedScreen'

const id = 'c1234567890abcdef'
const registeredCustomer = {
  id,
  name: 'Ana Ruiz',
  phone: '+34612345678',
  qrUrl: '',
  businessId: 'b1',
  businessName: 'Barbería Sur',
}
const server = mockServer()

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.respond('get', '/public/fixed-business', business)
  server.respond('get', `/public/customers/${id}`, {
    id,
    businessId: 'b1',
    name: 'Ana Ruiz',
    phone: '34•••••••78',
  })
  server.respond('get', `/public/customers/${id}/visits`, { items: [], total: 0, nextCursor: null })
  server.respond('get', `/public/customers/${id}/phone-proof`, { verified: true, offered: true })
})

const open = (path = '/qr') => render(<FixedScreen address={new URL(path, 'http://axioma.test')} />)
const fact = (name: string) => screen.getByText(name).nextSibling
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const submit = () => screen.getByRole('button', { name: /Registrarme y generar QR|Generando/ })

async function fillIn() {
  await userEvent.type(await screen.findByLabelText('Nombre y apellidos'), 'Ana Ruiz')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
}

describe('the form', () => {
  test.each([
    ['a name of spaces', 'Nombre y apellidos', ' ', /Correo electrónico/],
    ['a phone without a digit', 'Teléfono (WhatsApp)', '-', 'Nombre y apellidos'],
  ])('Enter moves to a missing field: %s counts as missing', async (_, field, input, from) => {
    open()
    await fillIn()
    await userEvent.clear(screen.getByLabelText(field))
    await userEvent.type(screen.getByLabelText(field), input)
    await userEvent.type(screen.getByLabelText(from), '{Enter}')
    expect(screen.getByLabelText(field)).toHaveFocus()
  })

  // Spec: portal-1, portal-3, portal-4, portal-10, shell-3
  test('shows the business read-only and waits for the required fields', async () => {
    open()
    expect(await screen.findByText('b1')).toBeVisible()
    expect(fact('Negocio')).toHaveTextContent('Barbería Sur')
    expect(fact('Identificador')).toHaveTextContent('b1')
    expect(document.title).toBe('Tu QR de Barbería Sur')
    expect(screen.queryByRole('textbox', { name: 'Negocio' })).toBeNull()
    expect(submit()).toBeDisabled()
    await fillIn()
    expect(submit()).toBeEnabled()
    expect(screen.queryByRole('checkbox', { name: /promociones/ })).toBeNull()
    const points = screen.getByRole('link', { name: 'Ver mis puntos' })
    expect(points).toHaveAttribute('href', '/portal?bid=b1&next=%2Fportal%2Fpoints')
    const name = screen.getByLabelText('Nombre y apellidos')
    expect(points.compareDocumentPosition(name), 'the link to an existing card is above the form').toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    for (const optional of [/^Correo electrónico/, /^Fecha de nacimiento/]) {
      expect(screen.getByLabelText(optional)).not.toBeRequired()
    }
    server.hold('post', '/public/customers/register')
    await userEvent.click(submit())
    expect(screen.getByRole('button', { name: 'Generando tu QR…' })).toHaveAttribute('aria-disabled', 'true')
  })

  // Spec: portal-3, portal-6, validation-6
  test('omits empty fields and shows the QR', async () => {
    server.respond('post', '/public/customers/register', registeredCustomer, 201)
    open()
    await fillIn()
    await userEvent.click(submit())
    const qr = await screen.findByRole('img', { name: 'Código QR personal' })
    expect(qr).toHaveAttribute('src', `http://axioma.test/api/public/customers/${id}/qr.png`)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Tu QR' })).toHaveFocus())
    expect(screen.getByText('+34 612 34 56 78')).toBeVisible()
    expect(await screen.findByText('Aún no hay visitas registradas.')).toBeVisible()
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      businessId: 'b1',
      name: 'Ana Ruiz',
      phone: '+34612345678',
      whatsappOptIn: true,
      emailOptIn: true,
      smsOptIn: false,
      acceptedPrivacy: true,
    })
  })

  // Spec: errors-8
  test('shows status and status text without a server message', async () => {
    server.respond('post', '/public/customers/register', {}, 418)
    open()
    await fillIn()
    await userEvent.click(submit())
    expect(await screen.findByText(/^418 /)).toBeVisible()
  })

  // Spec: errors-7
  test("shows the server's message, or a message of the app without a response", async () => {
    server.respond('post', '/public/customers/register', { code: 'X', message: 'Hoy no.' }, 409)
    open()
    await fillIn()
    await userEvent.click(submit())
    expect(await screen.findByText('Hoy no.')).toBeVisible()
    server.fail('post', '/public/customers/register')
    await userEvent.click(submit())
    expect(await screen.findByText('Error registrando.')).toBeVisible()
    expect(submit()).toBeEnabled()
  })
})

test('opens the card of a customer who registered by the poster on this device', async () => {
  localStorage.setItem('axioma.card.b1', JSON.stringify({ id }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Ya tengo QR (abrir con mi cid)' }))
  expect(await screen.findByRole('img', { name: 'Código QR personal' })).toBeVisible()
})

describe('the business', () => {
  test('shows a message when no fixed business is configured', async () => {
    server.respond('get', '/public/fixed-business', { code: 'BUSINESS_NOT_FOUND', message: 'No.' }, 404)
    open()
    expect(await screen.findByText('Esta página no está configurada')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Registrarme y generar QR' })).toBeNull()
  })

  test('shows a message when it is suspended', async () => {
    server.respond('get', '/public/fixed-business', { ...business, status: 'SUSPENDED' })
    open()
    expect(await screen.findByText('Barbería Sur no admite registros ahora')).toBeVisible()
  })

  test('offers a retry on failure', async () => {
    server.fail('get', '/public/fixed-business')
    open()
    await screen.findByText('No se pudo abrir el registro')
    expect(screen.getByText(/Comprueba tu conexión/)).toBeVisible()
    server.respond('get', '/public/fixed-business', business)
    await press('Reintentar')
    expect(await screen.findByText('b1')).toBeVisible()
  })

  test('does not show a busy server as a missing network', async () => {
    server.respond('get', '/public/fixed-business', { code: 'BUSY', message: 'Ocupado.' }, 503)
    open()
    expect(await screen.findByText(/El servicio no está disponible ahora/)).toBeVisible()
    expect(screen.queryByText(/Comprueba tu conexión/)).toBeNull()
  })
})

describe('an existing QR', () => {
  test('offers the wallet of this phone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android')
    const googlePassUrl = `/api/public/customers/${id}/google-pass`
    server.respond('get', `/public/customers/${id}`, {
      id,
      businessId: 'b1',
      name: 'Ana Ruiz',
      phone: null,
      googlePassUrl,
    })
    open(`/qr?cid=${id}`)
    const add = await screen.findByRole('link', { name: 'Añadir a Google Wallet' })
    expect(add).toHaveAttribute('href', `http://axioma.test${googlePassUrl}`)
  })

  // Spec: portal-2, portal-6, portal-7, portal-9, limits-10
  test('opens by its id and shows its customer', async () => {
    localStorage.setItem('axioma.qr', JSON.stringify({ id: 'another', name: 'Eva', phone: '+34699999999' }))
    const visits = [{ id: 'v1', visitedAt: '2026-03-01T10:00:00Z' }]
    server.respond('get', `/public/customers/${id}/visits`, { items: visits, total: 1, nextCursor: null })
    open(`/qr?cid=${id}`)
    expect(await screen.findByRole('img', { name: 'Código QR personal' })).toHaveAttribute('width', '196')
    expect(
      await within(screen.getByRole('region', { name: 'Visitas' })).findByText(/1 mar 2026/),
    ).toBeVisible()
    expect(screen.getByRole('article')).toHaveTextContent(/^Barbería Sur.*Ana Ruiz$/)
    expect(fact('Negocio')).toHaveTextContent('Barbería Sur')
    expect(fact('Identificador')).toHaveTextContent(id)
    expect(fact('Nombre')).toHaveTextContent('Ana Ruiz')
    expect(fact('Teléfono')).toHaveTextContent('34•••••••78')
    const save = screen.getByRole('link', { name: 'Descargar PNG' })
    expect(save).toHaveAttribute('download', 'qr-c1234567.png')
    expect(save).toHaveAttribute('href', `http://axioma.test/api/public/customers/${id}/qr.png`)
    expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toBeVisible()
  })

  // Spec: portal-2
  test.each([
    ['of no customer', { code: 'CUSTOMER_NOT_FOUND', message: 'No se encontró el cliente.' }, 404],
    ['of another business', { id, businessId: 'b2', name: 'Berta', phone: null }, 200],
  ])(
    '%s is reported as invalid here, without picture, visits and unsubscription',
    async (_, body, status) => {
      localStorage.setItem('axioma.qr', JSON.stringify({ id, name: 'Ana Ruiz', phone: '+34612345678' }))
      server.respond('get', `/public/customers/${id}`, body, status)
      open(`/qr?cid=${id}`)
      await waitFor(() => expect(screen.getByRole('heading', { name: 'Este QR no vale' })).toHaveFocus())
      expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toBeVisible()
      expect(screen.queryByRole('img', { name: 'Código QR personal' })).toBeNull()
      expect(screen.queryByRole('link', { name: 'Descargar PNG' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Solicitar baja' })).toBeNull()
      expect(screen.queryByRole('region', { name: 'Visitas' })).toBeNull()
      expect(localStorage.getItem('axioma.qr')).toBeNull()
      await press('Registrarme')
      expect(submit()).toBeVisible()
      expect(screen.queryByRole('button', { name: /Ya tengo QR/ })).toBeNull()
    },
  )

  test.each([
    ['does not answer', () => server.fail('get', `/public/customers/${id}`)],
    ['does not offer the call', () => server.respond('get', `/public/customers/${id}`, {}, 404)],
  ])('opens also where the server %s', async (_, prepare) => {
    prepare()
    open(`/qr?cid=${id}`)
    expect(await screen.findByRole('img', { name: 'Código QR personal' })).toBeVisible()
    expect(screen.getByText(id)).toBeVisible()
    expect(screen.queryByText('Nombre')).toBeNull()
  })

  // Spec: portal-5
  test('is offered in the browser that made it', async () => {
    localStorage.setItem('axioma.qr', JSON.stringify({ id, name: 'Ana Ruiz', phone: '+34612345678' }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Ya tengo QR (abrir con mi cid)' }))
    expect(screen.getAllByText('Ana Ruiz')[0]).toBeVisible()
    await press('Registrar a otra persona')
    expect(submit()).toBeVisible()
  })

  // Spec: portal-5
  test('is not offered where the browser has stored none', async () => {
    open()
    await screen.findByText('b1')
    expect(screen.queryByRole('button', { name: /Ya tengo QR/ })).toBeNull()
  })

  // Spec: portal-9
  test("shows its visits by pages, with days in the business's time zone", async () => {
    server.respond('get', '/public/fixed-business', { ...business, timezone: 'America/Mexico_City' })
    const visitsSay = (visitedAt: string, nextCursor: string | null) => {
      const items = [{ id: visitedAt, visitedAt }]
      server.respond('get', `/public/customers/${id}/visits`, { items, total: 2, nextCursor })
    }
    visitsSay('2026-03-01T03:00:00Z', 'next')
    open(`/qr?cid=${id}`)
    expect(await screen.findByText(/28 feb 2026/)).toBeVisible()
    server.respond('get', `/public/customers/${id}/visits`, { code: 'X', message: 'Hoy no.' }, 500)
    await press('Ver más visitas')
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudieron cargar más visitas')
    visitsSay('2026-02-14T18:00:00Z', null)
    await press('Ver más visitas')
    expect(await screen.findByText(/14 feb 2026/)).toBeVisible()
    expect(server.requests.at(-1)?.search.get('cursor')).toBe('next')
    expect(screen.getByText(/28 feb 2026/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Ver más visitas' })).toBeNull()
  })

  // Spec: portal-9, calls-7
  test.each(listShapes)(
    'shows its visits from %s, with the notes that the server sends to this browser',
    async (_name, shape) => {
      server.respond('get', `/public/customers/${id}/visits`, shape([otherVisit()]))
      open(`/qr?cid=${id}`)
      const visits = within(await screen.findByRole('region', { name: 'Visitas' }))
      expect(await visits.findByRole('listitem')).toBeVisible()
      expect(visits.getByText('Corte')).toBeVisible()
    },
  )

  // Spec: portal-9
  test('shows that its visits are loading', async () => {
    server.hold('get', `/public/customers/${id}/visits`)
    open(`/qr?cid=${id}`)
    const visits = await screen.findByRole('region', { name: 'Visitas' })
    expect(within(visits).getByRole('status')).toHaveTextContent('Cargando…')
    expect(within(visits).queryByText('Aún no hay visitas registradas.')).toBeNull()
  })

  // Spec: portal-9, calls-7
  test('shows no visits when they cannot be loaded', async () => {
    server.respond('get', `/public/customers/${id}/visits`, { code: 'X', message: 'No.' }, 500)
    open(`/qr?cid=${id}`)
    expect(await screen.findByText('Aún no hay visitas registradas.')).toBeVisible()
  })
})

describe('unsubscribing', () => {
  // Spec: portal-8, entities-9, states-27
  test('shows a confirmation', async () => {
    server.respond('post', `/public/customers/${id}/unsubscribe`, { ok: true })
    open(`/qr?cid=${id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Solicitar baja' }))
    expect(await screen.findByText('Tu solicitud de baja ha sido recibida. Gracias.')).toBeVisible()
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'USER_REQUEST' })
  })

  test('shows a failure and can be repeated', async () => {
    server.fail('post', `/public/customers/${id}/unsubscribe`)
    open(`/qr?cid=${id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Solicitar baja' }))
    expect(await screen.findByText('No se pudo solicitar la baja.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Solicitar baja' })).toBeEnabled())
  })
})
