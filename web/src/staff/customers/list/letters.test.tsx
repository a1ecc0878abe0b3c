import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import './CustomerListScreen'

const server = mockServer()
const marta = customer({ name: 'Marta Gil' })

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/customers', list([marta], 4321))
})

const letters = () => screen.queryByRole('navigation', { name: 'Ir a una letra' })
const lastQuery = () => server.requests.filter(({ path }) => path === '/customers').at(-1)?.search

test('a letter starts the list at its names and is in the address; a second click shows the whole list', async () => {
  const router = openApp('/app/customers/list?owed=true')
  await userEvent.click(await screen.findByRole('link', { name: 'Desde la Ñ' }))
  expect(await screen.findByText('4321 clientes, con algo que se le debe y desde la Ñ')).toBeVisible()
  expect(router.state.location.search).toEqual({ owed: true, from: 'Ñ' })
  expect(lastQuery()?.get('from')).toBe('Ñ')
  await userEvent.click(screen.getByRole('link', { name: 'Desde la Ñ: volver al principio' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ owed: true }))
})

test.each(['q=gil', 'sort=owed'])('a list with %s offers no letters and sends none', async (search) => {
  openApp(`/app/customers/list?${search}&from=M`)
  await screen.findByRole('link', { name: 'Marta Gil' })
  expect(letters()).toBeNull()
  expect(lastQuery()?.get('from')).toBeNull()
})

test('one page of customers needs no letters', async () => {
  server.respond('get', '/customers', list([marta], 100))
  openApp('/app/customers/list?from=%C2%BF')
  await screen.findByRole('link', { name: 'Marta Gil' })
  expect(letters()).toBeNull()
  expect(lastQuery()?.get('from')).toBeNull()
})

test("the list of owed rewards shows the dashboard's number of rewards if both count the same customers", async () => {
  const week = { owed: { free: 3, half: 4, others: 1, customers: 6 } }
  server.respond('get', '/customers', list([marta], 6))
  server.respond('get', '/business/week', week)
  openApp('/app/customers/list?owed=true')
  expect(await screen.findByText('8 recompensas pendientes de 6 clientes')).toBeVisible()
})

test("the list shows its own count when it differs from the dashboard's", async () => {
  server.respond('get', '/customers', list([marta], 5))
  server.respond('get', '/business/week', { owed: { free: 3, half: 4, others: 1, customers: 6 } })
  openApp('/app/customers/list?owed=true')
  await waitFor(() => expect(server.requests.some(({ path }) => path === '/business/week')).toBe(true))
  expect(await screen.findByText('5 clientes, con algo que se le debe')).toBeVisible()
})
