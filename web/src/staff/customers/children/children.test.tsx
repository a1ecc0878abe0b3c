import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { session } from '@/api'
import type { Customer } from '@/api/types'
import { mockCustomerServer, path, press, region } from '@/test/customerRecord'
import { customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import '../new/NewCustomerScreen'

const { server, open, sentRequests } = mockCustomerServer('familia')

const leo = customer({ id: 'leo0123456789', name: 'Leo Gil', phone: null, guardianId: 'ana0123456789' })
const listedChild = (child: Customer) => ({ ...child, stamps: 3, target: 10, owed: ['FREE'] })

beforeEach(() => server.respond('get', `${path}/children`, list([])))

const addedTo = () =>
  sentRequests('POST').filter(({ path: requestPath }) => requestPath === `${path}/children`)

async function fillIn(name: string, birthday: string) {
  await userEvent.type(screen.getByLabelText('Nombre del hijo o la hija'), name)
  await userEvent.type(screen.getByLabelText('Fecha de nacimiento'), birthday)
}

describe('the record of a guardian', () => {
  test('lists the children with their cards', async () => {
    server.respond('get', `${path}/children`, list([listedChild(leo)]))
    await open('BARBER')
    const child = await screen.findByRole('link', { name: /Leo Gil/ })
    expect(child).toHaveAttribute('href', '/app/customers/leo0123456789')
    expect(child).toHaveTextContent('3 de 10 sellos')
    expect(child).toHaveTextContent('1 recompensa pendiente')
    expect(screen.queryByRole('button', { name: 'Añadir un hijo' })).toBeNull()
  })

  test("adds a child with the guardian's consent, and sends nothing without it", async () => {
    await open('ADMIN')
    await press('Añadir un hijo')
    await press('Añadir')
    await waitFor(() => expect(screen.getByLabelText('Nombre del hijo o la hija')).toHaveFocus())
    expect(screen.getByRole('checkbox', { name: /Ana Gómez, su padre/ })).toHaveAccessibleDescription(
      /Sin su consentimiento/,
    )
    await fillIn('Leo Gil', '2018-05-17')
    await press('Añadir')
    expect(addedTo()).toEqual([])
    await userEvent.click(screen.getByRole('checkbox', { name: /Ana Gómez, su padre/ }))
    server.respond('post', `${path}/children`, leo)
    server.respond('get', `${path}/children`, list([listedChild(leo)]))
    await press('Añadir')
    expect(await screen.findByRole('link', { name: /Leo Gil/ })).toBeVisible()
    expect(addedTo()[0]?.body).toEqual({ name: 'Leo Gil', birthday: '2018-05-17', guardianConsent: true })
    expect(screen.getByRole('button', { name: 'Añadir un hijo' })).toHaveFocus()
  })

  test('a lapsed session keeps what was typed about a child', async () => {
    await open('ADMIN')
    await press('Añadir un hijo')
    await fillIn('Leo Gil', '17/5/2018')
    act(() => session.lapse())
    cleanup()
    await open('ADMIN')
    await press('Añadir un hijo')
    expect(screen.getByLabelText('Nombre del hijo o la hija')).toHaveValue('Leo Gil')
    expect(screen.getByLabelText('Fecha de nacimiento')).toHaveAccessibleDescription('17 de mayo de 2018')
  })

  test('shows why a child was not added', async () => {
    await open('ADMIN')
    await press('Añadir un hijo')
    await fillIn('Leo Gil', '2018-05-17')
    await userEvent.click(screen.getByRole('checkbox', { name: /Ana Gómez, su padre/ }))
    server.respond('post', `${path}/children`, { code: 'CHILD_EXISTS', message: 'Ya tiene tarjeta.' }, 409)
    await press('Añadir')
    expect(await screen.findByText(/Ya tiene tarjeta/)).toBeVisible()
  })

  test('names the children who are archived with the guardian', async () => {
    server.respond('get', `${path}/children`, list([listedChild(leo)]))
    await open('OWNER')
    await press('Eliminar')
    expect(await screen.findByText(/También se elimina la tarjeta de Leo Gil/)).toBeVisible()
  })

  test('offers no child to a customer without a phone', async () => {
    await open('OWNER', { phone: null })
    expect(screen.queryByRole('button', { name: 'Añadir un hijo' })).toBeNull()
  })
})

test('the record of a child links to the guardian', async () => {
  server.respond('get', '/customers/eva0123456789', customer({ id: 'eva0123456789', name: 'Eva Gil' }))
  await open('BARBER', { phone: null, guardianId: 'eva0123456789' })
  expect(await region('Datos').findByRole('link', { name: 'Eva Gil' })).toHaveAttribute(
    'href',
    '/app/customers/eva0123456789',
  )
  expect(screen.queryByRole('button', { name: 'Añadir un hijo' })).toBeNull()
})

test('a new customer with a known phone may be a child', async () => {
  server.respond('get', '/customers', list([customer()]))
  openApp('/app/customers/new', 'ADMIN')
  await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Leo Gil')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  expect(await screen.findByText(/este teléfono: Ana Gómez. ¿Es para un hijo suyo\?/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Añadir un hijo a Ana Gómez' }))
  expect(await screen.findByLabelText('Nombre del hijo o la hija')).toHaveValue('Leo Gil')
})
