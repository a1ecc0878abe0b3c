import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { customer } from '@/test/examples'

const { server, open, sentRequests } = mockCustomerServer()
const changedCustomer = { ...customer, qrUrl: '/api/public/customers/another0123456789/qr.png' }
const picture = () => screen.getByRole('img', { name: /QR/ })

test('an administrator replaces the QR, and the record shows the new one', async () => {
  await open('ADMIN')
  await press('Cambiar QR')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/deja de valer para siempre/)).toBeVisible()
  expect(sentRequests('POST')).toEqual([])
  server.respond('post', `${path}/qr/change`, changedCustomer)
  server.respond('get', path, changedCustomer)
  await userEvent.click(dialog.getByRole('button', { name: 'Cambiar el QR' }))
  await waitFor(() => expect(picture()).toHaveAttribute('src', `http://axioma.test${changedCustomer.qrUrl}`))
  expect(sentRequests('POST')).toHaveLength(1)
})

test('a barber cannot replace the QR', async () => {
  await open('BARBER')
  expect(screen.queryByRole('button', { name: 'Cambiar QR' })).toBeNull()
})

test('a change with two lost responses keeps its key in the next attempt', async () => {
  await open('ADMIN')
  await press('Cambiar QR')
  const dialog = within(screen.getByRole('dialog'))
  const change = () => userEvent.click(dialog.getByRole('button', { name: 'Cambiar el QR' }))
  server.respond('post', `${path}/qr/change`, {}, 504)
  await change()
  await dialog.findByRole('alert')
  server.respond('post', `${path}/qr/change`, changedCustomer)
  server.respond('get', path, changedCustomer)
  await change()
  await waitFor(() => expect(picture()).toHaveAttribute('src', `http://axioma.test${changedCustomer.qrUrl}`))
  const keys = sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})
