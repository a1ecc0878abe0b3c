import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { business, customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import { typeFast } from '@/test/typing'
// Loads the lazy screen before the test.
import './AdminScreen'

const server = mockServer()

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/customers', list([customer()]))
})

test('the search for customers is still there on the way back from a record', async () => {
  const router = openApp('/app/admin')
  typeFast(await screen.findByLabelText('Buscar clientes'), 'ana')
  expect(await screen.findByText('Ana Gómez')).toBeVisible()
  expect(router.state.location.href).toBe('/app/admin?q=ana')
  await act(() => router.navigate({ to: '/unauthorized' }))
  act(() => router.history.back())
  await waitFor(() => expect(screen.getByLabelText('Buscar clientes')).toHaveValue('ana'))
  expect(await screen.findByText('Ana Gómez')).toBeVisible()
})
