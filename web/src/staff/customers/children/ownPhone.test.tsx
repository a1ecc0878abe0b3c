import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { customer, list } from '@/test/examples'
import { waitForResponses } from '@/test/waitForResponses'

const { server, open, sentRequests } = mockCustomerServer('familia')

const grown = { phone: null, guardianId: 'eva0123456789', birthday: '2000-05-17' }
const ask = 'Pasar la tarjeta a su teléfono'

beforeEach(() => {
  server.respond('get', `${path}/children`, list([]))
  server.respond('get', '/customers/eva0123456789', customer({ id: 'eva0123456789', name: 'Eva Gil' }))
})

const toAsk = () => screen.findByRole('button', { name: ask })
const sentPhones = () =>
  sentRequests('POST').filter(({ path: requestPath }) => requestPath === `${path}/own-phone`)

test('a child who has turned fourteen gets a phone and gives consents of their own', async () => {
  await open('ADMIN', grown)
  await userEvent.click(await toAsk())
  const form = within(screen.getByRole('form', { name: ask }))
  const send = () => userEvent.click(form.getByRole('button', { name: 'Pasar la tarjeta' }))
  expect(form.getByText('Pregunta a Ana Gómez: desde los 14 años la decisión es suya.')).toBeVisible()
  await send()
  await waitFor(() => expect(form.getByLabelText('Su teléfono')).toHaveFocus())
  await userEvent.type(form.getByLabelText('Su teléfono'), '698765432')
  await send()
  expect(sentPhones()).toEqual([])
  await userEvent.click(form.getByRole('checkbox', { name: /política de privacidad/ }))
  await userEvent.click(form.getByRole('checkbox', { name: /WhatsApp/ }))
  server.respond('post', `${path}/own-phone`, { code: 'PHONE_TAKEN', message: 'Otro ya lo tiene.' }, 409)
  await send()
  expect(await form.findByText(/Otro ya lo tiene/)).toBeVisible()
  const withPhone = customer({ ...grown, phone: '+34698765432', guardianId: null })
  server.respond('post', `${path}/own-phone`, withPhone)
  server.respond('get', path, withPhone)
  await send()
  expect(await screen.findByText('Ya lleva su tarjeta en su propio teléfono.')).toHaveFocus()
  expect(sentPhones()[1]?.body).toEqual({
    phone: '+34698765432',
    acceptedPrivacy: true,
    whatsappOptIn: true,
    acceptedPromotions: false,
  })
})

test('the focus returns to the button when the form is cancelled', async () => {
  await open('ADMIN', grown)
  await userEvent.click(await toAsk())
  await press('Cancelar')
  expect(screen.getByRole('button', { name: ask })).toHaveFocus()
})

test.each([
  ['below fourteen', 'ADMIN', { ...grown, birthday: `${new Date().getFullYear() - 5}-01-01` }],
  ['without a birth date', 'ADMIN', { ...grown, birthday: null }],
  ['without a guardian', 'ADMIN', { ...grown, guardianId: null }],
  ['in the view of a barber', 'BARBER', grown],
] as const)('offers nothing to a child %s', async (_who, role, fields) => {
  await open(role, fields)
  await waitForResponses(server)
  expect(screen.queryByRole('button', { name: ask })).toBeNull()
})
