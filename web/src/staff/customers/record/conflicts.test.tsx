import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { customer } from '@/test/examples'

const { server, open, sent } = mockCustomerServer()

const conflict = { code: 'CUSTOMER_CHANGED', message: 'Alguien ha cambiado esta ficha mientras la editabas.' }

/** What is known of her, once the form has given way to it. */
const data = async () => within(await screen.findByRole('region', { name: 'Datos' }))

async function edit(note: string) {
  await press('Editar')
  await userEvent.type(screen.getByLabelText(/^Notas/), note)
}

test('a note that somebody else has written meanwhile is not erased without a word', async () => {
  await open()
  await edit('Con navaja.')
  server.says('patch', path, conflict, 409)
  server.says('get', path, customer({ email: 'eva@x.test', notes: 'Alérgico.', version: 2 }))
  await press('Guardar')
  const other = within(await screen.findByRole('group', { name: 'Cambio de otra persona en notas' }))
  expect(screen.getByText('Todavía no se ha guardado nada.')).toBeVisible()
  expect(screen.getByLabelText(/^Correo/)).toHaveValue('eva@x.test')
  expect(screen.getByLabelText(/^Notas/)).toHaveValue('Con navaja.')
  expect(other.getByText('Alérgico.')).toBeVisible()
  await userEvent.click(other.getByRole('button', { name: 'Usar ese' }))
  expect(screen.getByLabelText(/^Notas/)).toHaveValue('Alérgico.')

  await userEvent.type(screen.getByLabelText(/^Notas/), ' Con navaja.')
  const saved = customer({ email: 'eva@x.test', notes: 'Alérgico. Con navaja.', version: 3 })
  server.says('patch', path, saved)
  server.says('get', path, saved)
  await press('Guardar')
  expect(await (await data()).findByText('Alérgico. Con navaja.')).toBeVisible()
  const last = sent('PATCH').at(-1)
  expect(last?.headers.get('If-Match')).toBe('"2"')
  expect(last?.body).toEqual({ notes: 'Alérgico. Con navaja.' })
})

test('saving whose answer was lost does not meet its own success as a conflict', async () => {
  await open()
  await edit('Con navaja. ')
  server.says('get', path, customer({ notes: 'Con navaja.', version: 2 }))
  server.says('patch', path, conflict, 409)
  await press('Guardar')
  expect(await screen.findByText('Guardado.')).toBeVisible()
  expect(await (await data()).findByText('Con navaja.')).toBeVisible()
})

test('a conflict of which nobody can say what has changed stays, with what was typed', async () => {
  await open()
  await edit('Con navaja.')
  server.says('patch', path, conflict, 409)
  server.says('get', path, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
  await press('Guardar')
  expect(await screen.findByText(conflict.message)).toBeVisible()
  expect(screen.getByLabelText(/^Notas/)).toHaveValue('Con navaja.')
})

test('saving what was not changed asks the server nothing', async () => {
  await open()
  await press('Editar')
  await press('Guardar')
  expect(await screen.findByText('No has cambiado nada.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Editar' })).toHaveFocus())
  expect(sent('PATCH')).toEqual([])
})
