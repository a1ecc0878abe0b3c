import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { gate } from '@/test/gate'
import {
  answerWith,
  builtQr,
  fill,
  mockRegistrationServer,
  open,
  registeredCustomer,
  reload,
  saidQr,
  submit,
  success,
} from '@/test/registration'
import { sentence } from '@/test/sentence'

mockRegistrationServer()

const drawnQr = 'data:image/png;base64,aGVycw=='

// Spec: registration-8, registration-9, registration-10, registration-11, states-1
test('sends the form and shows thanks, QR and welcome discount', async () => {
  const answer = gate()
  const requests = answerWith(() => answer.whenOpen.then(success))
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
  expect(save).toHaveAttribute('href', saidQr)
  expect(save).toHaveAttribute('download', 'qr-c1234567.png')
  // No next parameter: with it the portal would require the birth date, which is optional.
  expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toHaveAttribute('href', '/portal?bid=b1')
  expect(requests[0]?.body).toMatchObject({
    businessId: 'b1',
    phone: '+34612345678',
    email: null,
    birthday: null,
  })
})

// Spec: registration-10
test("builds the QR's address when the response has none", async () => {
  answerWith(() => HttpResponse.json({ ...registeredCustomer, qrUrl: '' }, { status: 201 }))
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
])('a response with %s is completed from the form', async (_, lacking, name, picture) => {
  const response = { ...registeredCustomer, businessId: undefined, businessName: null }
  answerWith(() => HttpResponse.json({ ...response, ...lacking }, { status: 201 }))
  await open()
  await fill()
  await userEvent.click(submit())
  expect(await screen.findByText(sentence(`¡Gracias, ${name}!`))).toBeVisible()
  expect(screen.getByText('Barbería Sur')).toBeVisible()
  expect(screen.getByText(/También te enviamos el QR por WhatsApp/)).toHaveTextContent('+34 612 34 56 78')
  expect(screen.getByRole('img', { name: /QR personal/ })).toHaveAttribute('src', picture)
})

test('a wallet pass is offered, also after a reload', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  const passUrl = `/api/public/customers/${registeredCustomer.id}/pass.pkpass`
  answerWith(() =>
    HttpResponse.json({ ...registeredCustomer, passUrl, googlePassUrl: '/google' }, { status: 201 }),
  )
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
