import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '@/api'
import { business, customer, family } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { flushEffects } from '@/test/waitForResponses'
import { createAppRouter } from '../router'
// Loads the lazy screens before the tests.
import '@/staff/account/AccountScreen'
import '@/staff/customers/record/CustomerScreen'
import '@/staff/families/FamilyListScreen'
import '@/staff/families/FamilyScreen'
import '@/shared/login/LoginScreen'
import '@/staff/session/UnauthorizedScreen'

const server = mockServer()

// Spec: shell-3
test('every screen has a title of its own', () => {
  const screens = Object.values(createAppRouter().routesByPath)
    .filter(({ options }) => options.component)
    .map(({ fullPath, options }) => [fullPath, options.staticData?.title])
  expect(screens.length).toBeGreaterThan(15)
  expect(screens.filter(([, title]) => !title)).toEqual([])
  expect(new Set(screens.map(([, title]) => title)).size).toBe(screens.length)
})

test('opening another screen moves the focus to its main region; a changed search leaves the focus in the field', async () => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/families', { items: [family()], total: 1, nextCursor: null })
  const router = openApp('/app/account')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })
  const main = heading.closest('main')
  expect(document.body, 'the browser announces the first page').toHaveFocus()
  const toCustomers = screen.getAllByRole('link', { name: 'Clientes' })[0]
  act(() => toCustomers?.focus())
  await act(() => router.navigate({ to: '/app/familias' }))
  await waitFor(() => expect(main).toHaveFocus())

  const field = await screen.findByLabelText('Buscar por nombre')
  act(() => field.focus())
  await act(() => router.navigate({ to: '/app/familias', search: { q: 'rojas' } }))
  await flushEffects()
  expect(field).toHaveFocus()
})

test('a screen that focuses an element itself keeps the focus there', async () => {
  server.respondNotFound()
  const router = openApp('/unauthorized')
  await screen.findByRole('heading', { level: 1 })
  act(() => session.end())
  await act(() => router.navigate({ to: '/login' }))
  expect(await screen.findByLabelText('Correo electrónico')).toHaveFocus()
  await flushEffects()
  expect(screen.getByLabelText('Correo electrónico')).toHaveFocus()
})

// Spec: shell-3
test('a record has its name as title, and another screen is announced', async () => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/customers/:id', customer())
  const router = openApp('/app/customers/ana0123456789')
  await waitFor(() => expect(document.title).toBe('Ana Gómez · Ficha del cliente · Axioma'))
  const announcement = document.querySelector('[aria-live=polite].sr-only')
  expect(announcement).toBeEmptyDOMElement()
  await act(() => router.navigate({ to: '/app/account' }))
  await waitFor(() => expect(document.title).toBe('Mi cuenta · Axioma'))
  expect(announcement).toHaveTextContent(/^Mi cuenta$/)
  server.respond('get', '/families/:id', family())
  await act(() => router.navigate({ to: '/app/familias/$id', params: { id: 'f1' } }))
  await waitFor(() => expect(document.title).toBe('Familia Rojas · Familia · Axioma'))
})
