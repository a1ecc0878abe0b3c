import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { business, customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import { waitForResponses } from '@/test/waitForResponses'
// Loads the lazy screen before the tests.
import './NewCustomerScreen'

const server = mockServer()

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/customers', list([]))
})

const posts = () => server.requests.filter(({ method }) => method === 'POST')
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Crear cliente' }))

async function fill() {
  await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Prefijo del país' }), '+351')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '912 345 678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Bono VIP A')
}

// Spec: validation-15, limits-9
test('offers the six bonus types and the prefix +34 first', async () => {
  openApp('/app/customers/new')
  const types = await screen.findByLabelText('Tipo de bono')
  expect([...types.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Elige un tipo de bono',
    'Bono VIP A',
    'Bono VIP B',
    'Bono VIP C',
    'Bono Tarjeta',
    'Bono Familia',
    'Esporádico',
  ])
  expect(screen.getByRole('combobox', { name: 'Prefijo del país' })).toHaveValue('+34')
})

// Spec: validation-13
test('sends nothing while a field is missing', async () => {
  openApp('/app/customers/new')
  await screen.findByLabelText('Nombre completo')
  await submit()
  expect(screen.getByText('Escribe el nombre.')).toBeVisible()
  expect(screen.getByText('Escribe el teléfono.')).toBeVisible()
  expect(screen.getByText('Elige un tipo de bono.')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Nombre completo')).toHaveFocus())
  expect(posts()).toEqual([])
})

test('removes the message of a missing field when the user types a value', async () => {
  openApp('/app/customers/new')
  await screen.findByLabelText('Nombre completo')
  await submit()
  await userEvent.type(screen.getByLabelText('Nombre completo'), 'A')
  expect(screen.queryByText('Escribe el nombre.')).toBeNull()
  expect(screen.getByText('Escribe el teléfono.')).toBeVisible()
})

// Spec: new-customer-1, new-customer-2, validation-14, validation-16, calls-19, limits-12
test('creates the customer and shows the QR', async () => {
  server.respond('post', '/customers', { ...customer(), existed: false }, 201)
  openApp('/app/customers/new')
  await fill()
  await submit()
  expect(await screen.findByRole('img', { name: 'Código QR de Ana Gómez' })).toBeVisible()
  expect(posts()[0]?.body).toEqual({
    name: 'Ana Gómez',
    phone: '+351912345678',
    birthday: null,
    tag: 'BONO_VIP_A',
  })
  expect(screen.getByRole('link', { name: 'Descargar' })).toHaveAttribute('download', 'qr-ana01234.png')
  expect(screen.getByRole('link', { name: 'Abrir la ficha' })).toHaveAttribute(
    'href',
    '/app/customers/ana0123456789',
  )
  expect(screen.getByLabelText('Nombre completo')).toHaveValue('')
})

test('names the fields that were corrected during the creation, because they are not saved', async () => {
  const respond = server.hold('post', '/customers')
  openApp('/app/customers/new')
  await fill()
  await submit()
  await userEvent.type(screen.getByLabelText('Nombre completo'), ' Ruiz')
  respond({ ...customer(), existed: false })
  expect(
    await screen.findByText(
      'Lo que cambiaste mientras se guardaba no está en la ficha: Nombre completo. Cámbialo allí.',
    ),
  ).toBeVisible()
})

test('shows the birthday in words, and refuses an incomplete date', async () => {
  openApp('/app/customers/new')
  await fill()
  const birthday = screen.getByLabelText(/Fecha de nacimiento/)
  expect(birthday).toHaveAttribute('placeholder', 'dd/mm/aaaa')
  expect(birthday).toHaveAttribute('autocomplete', 'off')
  expect(birthday).toHaveAccessibleDescription('Para felicitarle, si lo acepta.')
  fireEvent.change(birthday, { target: { value: '3/5/1990' } })
  expect(birthday).toHaveAccessibleDescription('3 de mayo de 1990')
  fireEvent.change(birthday, { target: { value: '3/5' } })
  await submit()
  expect(birthday).toHaveAccessibleDescription(/^¿De qué año\?/)
  await waitFor(() => expect(birthday).toHaveFocus())
  expect(posts()).toEqual([])
})

// Spec: new-customer-3
test('prints the QR', async () => {
  server.respond('post', '/customers', { ...customer(), existed: false }, 201)
  const print = vi.fn()
  vi.stubGlobal('print', print)
  openApp('/app/customers/new')
  await fill()
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Imprimir' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(document.querySelector('.print-sheet')).toHaveTextContent('Ana Gómez')
  expect(document.querySelector('.print-sheet img')).toHaveAttribute(
    'src',
    expect.stringMatching(/\/public\/customers\/ana0123456789\/qr\.png$/),
  )
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull())
})

// Spec: states-17
test('shows that the customer existed, with their QR', async () => {
  server.respond('post', '/customers', { ...customer({ name: 'Ana Mayor' }), existed: true })
  openApp('/app/customers/new')
  await fill()
  await submit()
  expect(
    await screen.findByText(sentence(/^Este cliente ya existía: Ana Mayor\. Este es su QR\./)),
  ).toBeVisible()
  expect(screen.getByRole('img', { name: 'Código QR de Ana Mayor' })).toBeVisible()
})

// Spec: errors-40
test('shows a refusal in the form, at the field and in a toast, and keeps the input', async () => {
  const errors = [{ field: 'phone', message: 'El teléfono no es válido.' }]
  server.respond('post', '/customers', { code: 'VALIDATION', message: 'Revisa los datos.', errors }, 422)
  openApp('/app/customers/new')
  await fill()
  await submit()
  const failureTexts = () => screen.getAllByText(/Revisa los datos\./).map(({ textContent }) => textContent)
  await waitFor(() => expect(failureTexts()).toEqual(['❌ Error: Revisa los datos.', 'Revisa los datos.']))
  expect(screen.getByLabelText('Teléfono (WhatsApp)')).toHaveAccessibleDescription(
    'El teléfono no es válido.',
  )
  expect(screen.getByLabelText('Teléfono (WhatsApp)')).toHaveFocus()
  expect(screen.getByLabelText('Nombre completo')).toHaveValue('Ana Gómez')
})

describe('while a customer is typed', () => {
  test('warns of a customer with the same phone in any notation', async () => {
    server.respond('get', '/customers', list([customer()]))
    openApp('/app/customers/new')
    await userEvent.type(await screen.findByLabelText('Teléfono (WhatsApp)'), '612 34 56 78')
    expect(await screen.findByText(/Ya hay un cliente con este teléfono: Ana Gómez\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Abrir la ficha de Ana Gómez' })).toHaveAttribute(
      'href',
      '/app/customers/ana0123456789',
    )
  })

  test('warns of a customer with the same name, ignoring case and accents', async () => {
    server.respond('get', '/customers', list([customer()]))
    openApp('/app/customers/new')
    await userEvent.type(await screen.findByLabelText('Nombre completo'), 'ana gomez')
    expect(await screen.findByText(/Ya hay un cliente que se llama así: Ana Gómez\./)).toBeVisible()
  })

  test('does not warn of a similar name', async () => {
    server.respond('get', '/customers', list([customer({ name: 'Ana Gómez Ruiz' })]))
    openApp('/app/customers/new')
    await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
    await waitFor(() =>
      expect(server.requests.some(({ search }) => search.get('q') === 'ana gomez')).toBe(true),
    )
    await waitForResponses(server)
    expect(screen.queryByText(/Ya hay un cliente/)).toBeNull()
  })
})

// Spec: routes-21, roles-10
test('a BARBER has no access', async () => {
  const router = openApp('/app/customers/new', 'BARBER')
  await waitFor(() => expect(router.state.location.pathname).toBe('/unauthorized'))
})
