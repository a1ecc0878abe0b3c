import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { business, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { flushEffects } from '@/test/waitForResponses'
// Loads the lazy screens before the tests.
import '@/staff/account/AccountScreen'
import '@/staff/families/FamilyListScreen'
import '@/staff/settings/SettingsScreen'
import '@/staff/users/NewStaffScreen'

const server = mockServer()

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/families', list([]))
})

const question = () => screen.queryByRole('dialog', { name: 'Tienes cambios sin guardar' })

test.each([
  ['a new user', '/app/staff/new', 'Correo electrónico', null],
  ['a new family', '/app/familias', 'Nombre de la familia', '+ Nueva familia'],
  ['the settings', '/app/settings', 'Nombre', null],
  ['the legal data', '/app/settings?seccion=legal', 'NIF', null],
])('leaving the form of %s asks only about unsaved changes', async (_what, path, label, button) => {
  const router = openApp(path)
  if (button) await userEvent.click(await screen.findByRole('button', { name: button }))
  const leave = () => act(() => void router.navigate({ to: '/app/account' }))
  await userEvent.type(await screen.findByLabelText(label), 'x')
  leave()
  await waitFor(() => expect(question()).toBeVisible())
  await userEvent.click(screen.getByRole('button', { name: 'Seguir editando' }))
  expect(router.state.location.href).toBe(path)
  await userEvent.type(screen.getByLabelText(label), '{Backspace}')
  leave()
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/account'))
})

test('leaving three changed sections of the settings asks one question', async () => {
  const router = openApp('/app/settings')
  for (const [section, label] of [
    ['Negocio', 'Nombre'],
    ['Legal', 'NIF'],
    ['Local y horario', 'Dirección'],
  ] as const) {
    await userEvent.click(await screen.findByRole('link', { name: section }))
    await userEvent.type(await screen.findByLabelText(label), 'x')
  }
  act(() => void router.navigate({ to: '/app/account' }))
  await waitFor(() => expect(question()).toBeVisible())
  await userEvent.click(screen.getByRole('button', { name: 'Salir sin guardar' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/account'))
  expect(question()).toBeNull()
})

test('leaving a form during a save waits for the save and does not ask', async () => {
  const router = openApp('/app/settings?seccion=legal')
  await userEvent.type(await screen.findByLabelText('NIF'), 'x')
  const respondNow = server.hold('patch', '/business')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  await waitFor(() => expect(server.pendingCount()).toBe(1))
  act(() => void router.navigate({ to: '/app/account' }))
  await flushEffects()
  expect(question()).toBeNull()
  expect(router.state.location.pathname).toBe('/app/settings')
  respondNow({ ...business, version: 2, taxId: `${business.taxId}x` })
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/account'))
  expect(question()).toBeNull()
})
