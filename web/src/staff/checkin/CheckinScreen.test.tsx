import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import type { Role } from '@/api/types'
import { inSeconds, tokenWith } from '@/test/token'
import { CheckinScreen } from './CheckinScreen'

const id = 'a7k2m9x4q1w8e5r3t6y0uiopzx'

let requests: string[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    requests.push(`${method} ${url}`)
    return Response.json(
      { code: 'CUSTOMER_NOT_FOUND', message: 'No se encontró el cliente.' },
      { status: 404 },
    )
  })
})

afterEach(() => {
  cleanup()
  session.end()
})

function open(path: string, role: Role) {
  session.start({ token: tokenWith({ exp: inSeconds(60) }), role, name: 'Ana' })
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const checkin = createRoute({
    getParentRoute: () => signedIn,
    path: '/staff/checkin',
    component: CheckinScreen,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([checkin])]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('the operator must choose a business first', async () => {
  open('/staff/checkin', 'SUPERADMIN')
  expect(await screen.findByRole('heading', { name: 'Elige primero un negocio' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir al panel de control' })).toHaveAttribute('href', '/cpanel')
  expect(requests).toEqual([])
})

// Spec: routes-17
test('a customer id in the address is looked up and registers no visit', async () => {
  open(`/staff/checkin?cid=${id}`, 'BARBER')
  expect(await screen.findByText('No se encontró el cliente.')).toBeVisible()
  expect(requests.filter((call) => call.startsWith('POST'))).toEqual([])
  expect(requests).toContain(`GET http://axioma.test/api/customers/${id}`)
})
