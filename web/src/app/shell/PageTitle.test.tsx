import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAppRouter } from '@/app/router'
import { business, customer, family } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { standIn } from '@/test/server'
// The router loads them when they are shown; here before, so that no test waits for them.
import '@/features/account/AccountScreen'
import '@/features/customers/CustomerScreen'
import '@/features/families/FamilyScreen'

const server = standIn()

test('every screen has a title of its own', () => {
  const screens = Object.values(createAppRouter().routesByPath)
    .filter(({ options }) => options.component)
    .map(({ fullPath, options }) => [fullPath, options.staticData?.title])
  expect(screens.length).toBeGreaterThan(20)
  expect(screens.filter(([, title]) => !title)).toEqual([])
  expect(new Set(screens.map(([, title]) => title)).size).toBe(screens.length)
})

test('a record is titled by its name, and another screen that comes is said', async () => {
  server.offersNothingElse()
  server.says('get', '/business', business)
  server.says('get', '/customers/:id', customer())
  const router = openApp('/app/customers/ana0123456789')
  await waitFor(() => expect(document.title).toBe('Ana Gómez · Ficha del cliente · Axioma'))
  const said = document.querySelector('[aria-live=polite].sr-only')
  expect(said).toBeEmptyDOMElement()
  await act(() => router.navigate({ to: '/app/account' }))
  await waitFor(() => expect(document.title).toBe('Mi cuenta · Axioma'))
  expect(said).toHaveTextContent(/^Mi cuenta$/)
  server.says('get', '/families/:id', family())
  await act(() => router.navigate({ to: '/app/familias/$id', params: { id: 'f1' } }))
  await waitFor(() => expect(document.title).toBe('Familia Rojas · Familia · Axioma'))
})
