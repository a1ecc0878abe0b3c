import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { business, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { standIn } from '@/test/server'
// The router loads them when they are shown; here before, so that no test waits for them.
import '@/features/account/AccountScreen'
import '@/features/families/FamilyListScreen'
import '@/features/settings/SettingsScreen'
import '@/features/users/NewStaffScreen'

const server = standIn()

beforeEach(() => {
  server.offersNothingElse()
  server.says('get', '/business', business)
  server.says('get', '/families', list([]))
})

const question = () => screen.queryByRole('dialog', { name: 'Tienes cambios sin guardar' })

test.each([
  ['a new account', '/app/staff/new', 'Correo electrónico'],
  ['a new family', '/app/familias', 'Nombre de la familia'],
  ['the settings', '/app/settings', 'Nombre'],
  ['who answers for the data', '/app/settings', 'NIF'],
])('%s is not left unsaved without a question, and unchanged with none', async (_what, path, label) => {
  const router = openApp(path)
  const away = () => act(() => void router.navigate({ to: '/app/account' }))
  await userEvent.type(await screen.findByLabelText(label), 'x')
  away()
  await waitFor(() => expect(question()).toBeVisible())
  await userEvent.click(screen.getByRole('button', { name: 'Seguir editando' }))
  expect(router.state.location.pathname).toBe(path)
  await userEvent.type(screen.getByLabelText(label), '{Backspace}')
  away()
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/account'))
})
