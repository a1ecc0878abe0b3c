import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach } from 'vitest'
import type { Customer, Role } from '@/api/types'
import type { Tab } from '@/staff/customers/record/recordTabs'
import { business, customer, list, progress, visit } from './examples'
import { openApp } from './openApp'
import { mockServer } from './server'
// The router loads the screen lazily: importing it here keeps tests from waiting.
import '@/staff/customers/record/CustomerScreen'

export const id = 'ana0123456789'
export const path = `/customers/${id}`

export function mockCustomerServer(tab?: Tab) {
  const server = mockServer()
  beforeEach(() => {
    server.respondNotFound()
    server.respond('get', '/business', business)
    server.respond('get', path, customer())
    server.respond('get', `${path}/progress`, progress())
    server.respond('get', `${path}/visits`, list([visit('v1', '2026-10-12T09:33:00Z')]))
    server.respond('get', `${path}/merges`, list([]))
    server.respond('get', `${path}/messages`, list([]))
    server.respond('get', `${path}/texts`, list([]))
    server.respond('get', '/customers', list([]))
  })

  async function open(role: Role = 'OWNER', fields: Partial<Customer> = {}) {
    server.respond('get', path, customer(fields))
    const router = openApp(`/app/customers/${id}${tab ? `?apartado=${tab}` : ''}`, role)
    await screen.findByRole('heading', { level: 1, name: 'Ana Gómez' })
    await screen.findByRole('img', { name: /de 10 visitas/ })
    return router
  }

  const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)
  return { server, open, sentRequests }
}

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
export const region = (name: string) => within(screen.getByRole('region', { name }))
