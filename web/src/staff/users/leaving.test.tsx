import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screens before the tests.
import './NewStaffScreen'
import './UsersScreen'

const server = mockServer()

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/users', list([]))
  server.respond('post', '/users', {}, 201)
})

const fillIn = async (path: string) => {
  if (path === '/app/users') {
    await userEvent.click(await screen.findByRole('button', { name: 'Crear con contraseña' }))
  }
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'bea@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secret')
}
const leave = () => userEvent.click(screen.getAllByRole('link', { name: 'Clientes' })[0] as HTMLElement)

test.each(['/app/staff/new', '/app/users'])('%s asks before a partly filled form is left', async (path) => {
  const router = openApp(path, 'OWNER')
  await fillIn(path)
  await leave()
  expect(await screen.findByRole('dialog', { name: /sin guardar/ })).toBeVisible()
  expect(router.state.location.pathname).toBe(path)
})

test.each(['/app/staff/new', '/app/users'])(
  '%s asks nothing after the account was created, and clears the form at once',
  async (path) => {
    const router = openApp(path, 'OWNER')
    await fillIn(path)
    server.hold('get', '/users') // the refetched list may be slow
    await userEvent.click(screen.getByRole('button', { name: 'Crear usuario' }))
    expect(await screen.findByText(/Usuario creado/)).toBeVisible()
    expect(screen.queryByDisplayValue('bea@x.test')).toBeNull()
    await leave()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  },
)
