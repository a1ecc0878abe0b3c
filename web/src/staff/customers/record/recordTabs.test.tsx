import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, region } from '@/test/customerRecord'
import { customer, list } from '@/test/examples'

const { server, open } = mockCustomerServer()

const tabs = () => within(screen.getByRole('navigation', { name: 'Más de la ficha' }))
const names = () =>
  tabs()
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.trim())

test('the QR shows first, and the other tabs have addresses that add no history entries', async () => {
  const router = await open('ADMIN')
  expect(region('QR del cliente').getByRole('img')).toBeVisible()
  expect(tabs().getByRole('link', { name: 'QR' })).toHaveAttribute('aria-current', 'true')
  await userEvent.click(tabs().getByRole('link', { name: 'Fichas repetidas' }))
  expect(await screen.findByRole('button', { name: 'Unir con otra ficha' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'QR del cliente' })).toBeNull()
  expect(router.state.location.search).toEqual({ apartado: 'repetidas' })
  router.history.back()
  await waitFor(() => expect(router.state.location.pathname).toBe('/unauthorized'))
})

test('tabs show how many entries they have', async () => {
  const leo = {
    ...customer({ id: 'leo', name: 'Leo Gil', guardianId: 'ana0123456789' }),
    stamps: 3,
    target: 10,
    owed: [],
  }
  server.respond('get', `${path}/children`, list([leo]))
  server.respond('get', `${path}/merges`, list([{ id: 'm1' }, { id: 'm2' }]))
  await open('ADMIN')
  await waitFor(() =>
    expect(names()).toEqual(['QR', 'Familia 1', 'Mensajes', 'Consentimientos', 'Fichas repetidas 2']),
  )
})

test('a proposed family is marked without a number', async () => {
  const effects = [{ customerId: 'ana0123456789', customerName: 'Ana Gómez', before: 3, after: 5 }]
  server.respond('get', `${path}/family/offer`, { familyId: null, name: 'Gómez', effects })
  await open('ADMIN')
  await waitFor(() =>
    expect(tabs().getByRole('link', { name: /Familia/ })).toHaveTextContent('hay algo pendiente'),
  )
})

test('input in a tab is kept while another tab is shown', async () => {
  await open('ADMIN')
  await userEvent.click(tabs().getByRole('link', { name: 'Familia' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Añadir un hijo' }))
  await userEvent.type(screen.getByLabelText('Nombre del hijo o la hija'), 'Leo Gil')
  await userEvent.click(tabs().getByRole('link', { name: 'QR' }))
  await waitFor(() => expect(region('QR del cliente').getByRole('img')).toBeVisible())
  await userEvent.click(tabs().getByRole('link', { name: 'Familia' }))
  await waitFor(() => expect(screen.getByLabelText('Nombre del hijo o la hija')).toHaveValue('Leo Gil'))
})

test('a BARBER sees the tabs of the role only', async () => {
  await open('BARBER')
  expect(names()).toEqual(['QR', 'Mensajes'])
})
