import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { business, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { shortcutDialog } from './shortcutDialog'
// Loads the lazy screens before the tests.
import '@/staff/account/AccountScreen'
import '@/staff/checkin/CheckinScreen'
import '@/staff/customers/list/CustomerListScreen'
import '@/staff/users/NewStaffScreen'
import './Shortcuts'

const server = mockServer()

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/families', list([]))
  server.respond('get', '/customers', list([]))
})

afterEach(() => act(shortcutDialog.close))

let now = 10_000

function press(...keys: string[]) {
  now += 1000
  for (const key of keys) {
    now += 120
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: now })
    fireEvent(document.activeElement ?? document.body, event)
  }
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 150)))

const dialog = () => screen.queryByRole('dialog', { name: 'Atajos de teclado' })

test('g and a letter lead to a screen', async () => {
  const router = openApp('/app/account')
  await screen.findByRole('heading', { level: 1 })
  press('g', 'f')
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/familias'))
})

test('a letter leads only where the role may go', async () => {
  const router = openApp('/app/account', 'BARBER')
  await screen.findByRole('heading', { level: 1 })
  press('g', 'j')
  await settle()
  expect(router.state.location.pathname).toBe('/app/account')
})

test('a slash leads to the customer search from another screen, and again on the list', async () => {
  openApp('/app/account')
  await screen.findByRole('heading', { level: 1 })
  press('/')
  const search = await screen.findByRole('searchbox')
  await waitFor(() => expect(search).toHaveFocus())
  act(() => search.blur())
  press('/')
  await waitFor(() => expect(search).toHaveFocus())
})

test('in a field and in a dialog no key is a shortcut', async () => {
  const router = openApp('/app/staff/new')
  const email = await screen.findByLabelText('Correo electrónico')
  act(() => email.focus())
  press('g', 'm')
  press('?')
  await settle()
  act(() => email.blur())
  act(shortcutDialog.open)
  expect(await screen.findByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible()
  press('g', 'm')
  await settle()
  expect(router.state.location.pathname).toBe('/app/staff/new')
})

test('at the counter no key is a shortcut, and typing moves the focus to the box', async () => {
  const router = openApp('/staff/checkin')
  const box = await screen.findByLabelText('Escanea o busca al cliente')
  act(() => box.blur())
  press('g', 'm')
  expect(box).toHaveFocus()
  act(() => box.blur())
  press('?')
  await settle()
  expect(dialog()).toBeNull()
  expect(router.state.location.pathname).toBe('/staff/checkin')
})

test('a question mark shows the shortcuts, which can be switched off and on again', async () => {
  const router = openApp('/app/account')
  await screen.findByRole('heading', { level: 1 })
  press('?')
  const isOn = await screen.findByRole('checkbox', { name: 'Usar los atajos en este dispositivo' })
  expect(screen.getByText('Dispositivos', { selector: 'dt' })).toBeVisible()
  await userEvent.click(isOn)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  press('g', 'f')
  press('?')
  await settle()
  expect(router.state.location.pathname).toBe('/app/account')
  expect(dialog()).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: /^Menú de usuario/ }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Atajos de teclado' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Usar los atajos en este dispositivo' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  press('g', 'f')
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/familias'))
})
