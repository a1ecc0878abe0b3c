import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { standIn } from '@/test/server'
// The router loads them when they are shown; here before, so that no test waits for them.
import './NewStaffScreen'
import './UsersScreen'

const server = standIn()

beforeEach(() => {
  server.offersNothingElse()
  server.says('get', '/users', list([]))
  server.says('post', '/users', {}, 201)
})

const fillIn = async () => {
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'bea@x.test')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secret')
}
const leave = () => userEvent.click(screen.getAllByRole('link', { name: 'Clientes' })[0] as HTMLElement)

test.each(['/app/staff/new', '/app/users'])('%s asks before a half-filled account is left', async (path) => {
  const router = openApp(path, 'OWNER')
  await fillIn()
  await leave()
  expect(await screen.findByRole('dialog', { name: /sin guardar/ })).toBeVisible()
  expect(router.state.location.pathname).toBe(path)
})

test.each(['/app/staff/new', '/app/users'])(
  '%s asks nothing once the account exists, and is empty at once',
  async (path) => {
    const router = openApp(path, 'OWNER')
    await fillIn()
    server.holds('get', '/users') // the list that is read anew may take its time
    await userEvent.click(screen.getByRole('button', { name: 'Crear usuario' }))
    expect(await screen.findByText(/Usuario creado/)).toBeVisible()
    expect(screen.getByLabelText('Correo electrónico')).toHaveValue('')
    await leave()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  },
)
