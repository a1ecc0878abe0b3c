import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { business, customer, family } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screens before the tests.
import '@/staff/admin/AdminScreen'
import '@/staff/cpanel/ControlPanelScreen'
import '@/staff/dashboard/DashboardScreen'
import '@/staff/families/FamilyListScreen'
import '@/staff/families/FamilyScreen'
import '@/staff/users/UsersScreen'

const server = mockServer()
const list = (...items: object[]) => ({ items, total: items.length, nextCursor: null })
const user = { id: 'bea', name: 'Bea Sanz', email: 'bea@x.test', role: 'BARBER', disabled: false }
const attendance = { from: '2026-11-16', to: '2026-11-21', visits: 7, customers: 6, newCustomers: 1 }
const week = {
  today: attendance,
  this: attendance,
  before: attendance,
  lost: { total: 0, items: [] },
  owed: { free: 0, half: 0, customers: 0 },
  overrides: [],
}

const responses: Record<string, object> = {
  '/business': business,
  '/business/week': week,
  '/customers': list(customer()),
  '/customers/:id/progress': {},
  '/customers/wa/status': { enabled: true, from: '+34600111222', rpm: 20, dailyCap: 1200, monthlyCap: 30000 },
  '/users': list(user),
  '/visits/removal-requests': { items: [] },
  '/registrations/unverified': { days: [], discards: [] },
  '/released-phones': list(),
  '/visits/waiting': list(),
  '/devices': list(),
  '/families': list({ id: 'f1', name: 'Los Vera', policy: 'POOL', membersCount: 2, rewards: [] }),
  '/families/f1': family(),
  '/cp/overview': { businesses: 7321, activeBusinesses: 1, waitingMessages: 0, blockedMessages: 0 },
  '/cp/wa/restored': { held: 0, decision: null },
  '/cp/businesses': list({ id: 'b1', name: 'Norte', status: 'ACTIVE', createdAt: '2026-01-02T10:00:00Z' }),
}

beforeEach(() => {
  server.respondNotFound()
  for (const [path, body] of Object.entries(responses)) server.respond('get', path, body)
  server.respond('options', '/customers/wa/status', null, 204)
})

test.each([
  ['/app', ['Bea Sanz', '1200'], 4],
  ['/app/admin', ['1200'], 1],
  ['/app/users', ['bea@x.test'], 1],
  ['/app/familias', ['Los Vera'], 1],
  ['/app/familias/f1', ['Familia Rojas'], 1],
  ['/cpanel', ['Norte', '7321'], 1],
])('%s keeps its content when a refetch fails, and shows the failure', async (path, texts, notes) => {
  openApp(path, path === '/cpanel' ? 'SUPERADMIN' : 'OWNER')
  for (const text of texts) await screen.findAllByText(text)
  for (const read of Object.keys(responses)) server.respond('get', read, {}, 503)
  act(() => void window.dispatchEvent(new Event('visibilitychange'))) // the page becomes visible again
  await waitFor(() => expect(screen.getAllByText('No se pudo actualizar.').length).toBe(notes))
  for (const text of texts) expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  expect(screen.queryByRole('alert')).toBeNull()
})
