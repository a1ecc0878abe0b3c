import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { customer } from '@/test/examples'

const { server, open, sentRequests } = mockCustomerServer()

const conflict = { code: 'CUSTOMER_CHANGED', message: 'Alguien ha cambiado esta ficha mientras la editabas.' }

const data = async () => within(await screen.findByRole('region', { name: 'Datos' }))

async function edit(note: string) {
  await press('Editar')
  await userEvent.type(screen.getByLabelText(/^Notas/), note)
}

// Spec: calls-18
test('a note that another user has written meanwhile is not overwritten silently', async () => {
  await open()
  await edit('Con navaja.')
  server.respond('patch', path, conflict, 409)
  server.respond('get', path, customer({ email: 'eva@x.test', notes: 'Alérgico.', version: 2 }))
  await press('Guardar')
  const other = within(await screen.findByRole('group', { name: 'Cambio de otra persona en notas' }))
  expect(screen.getByText('Todavía no se ha guardado nada.')).toBeVisible()
  expect(screen.getByLabelText(/^Correo/)).toHaveValue('eva@x.test')
  expect(screen.getByLabelText(/^Notas/)).toHaveValue('Con navaja.')
  expect(other.getByText('Alérgico.')).toBeVisible()
  await userEvent.click(other.getByRole('button', { name: 'Usar ese' }))
  expect(screen.getByLabelText(/^Notas/)).toHaveValue('Alérgico.')

  await userEvent.type(screen.getByLabelText(/^Notas/), ' Con navaja.')
  const savedCustomer = customer({ email: 'eva@x.test', notes: 'Alérgico. Con navaja.', version: 3 })
  server.respond('patch', path, savedCustomer)
  server.respond('get', path, savedCustomer)
  await press('Guardar')
  expect(await (await data()).findByText('Alérgico. Con navaja.')).toBeVisible()
  const last = sentRequests('PATCH').at(-1)
  expect(last?.headers.get('If-Match')).toBe('"2"')
  expect(last?.body).toEqual({ notes: 'Alérgico. Con navaja.' })
})

test('a save with a lost response does not conflict with itself', async () => {
  await open()
  await edit('Con navaja. ')
  server.respond('get', path, customer({ notes: 'Con navaja.', version: 2 }))
  server.respond('patch', path, conflict, 409)
  await press('Guardar')
  expect(await screen.findByText('Guardado.')).toBeVisible()
  expect(await (await data()).findByText('Con navaja.')).toBeVisible()
})

test('an unreadable conflict shows the error and keeps the input', async () => {
  await open()
  await edit('Con navaja.')
  server.respond('patch', path, conflict, 409)
  server.respond('get', path, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
  await press('Guardar')
  expect(await screen.findByText(conflict.message)).toBeVisible()
  expect(screen.getByLabelText(/^Notas/)).toHaveValue('Con navaja.')
})

test('saving without changes sends nothing', async () => {
  await open()
  await press('Editar')
  await press('Guardar')
  expect(await screen.findByText('No has cambiado nada.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Editar' })).toHaveFocus())
  expect(sentRequests('PATCH')).toEqual([])
})
