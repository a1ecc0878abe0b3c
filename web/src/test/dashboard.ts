import { beforeEach } from 'vitest'
import type { ReturnReport } from '@/api/types'
import { quiet, user } from '@/staff/dashboard/examples'
import { mockServer } from './server'

const none = { part: 0, total: 0, percent: null }
const days = { from: '2026-05-25', to: '2026-08-23' }
const returns: ReturnReport = {
  firstVisits: days,
  returned: none,
  returnedToBarber: none,
  thirdPeriod: days,
  thirdVisits: none,
  months: [],
}

export const whatsAppStatus = {
  enabled: true,
  from: '+34600111222',
  rpm: 20,
  dailyCap: 1200,
  monthlyCap: 30000,
}

export function mockDashboardServer() {
  const server = mockServer()
  beforeEach(() => {
    server.respond('get', '/business/week', quiet)
    server.respond('get', '/reports/returns', returns)
    server.respond('get', '/business/first-steps', { hidden: true, items: [] })
    server.respond('get', '/business', { name: 'Barbería Uno' })
    server.respond('get', '/registrations/unverified', { days: [], discards: [] })
    server.respond('get', '/visits/waiting', { items: [] })
    server.respond('get', '/devices', { items: [] })
    server.respond('get', '/released-phones', { total: 0, items: [] })
    server.respond('get', '/visits/removal-requests', { items: [] })
    server.respond('get', '/customers', { items: [], total: 1312, nextCursor: null })
    server.respond('get', '/users', { items: [user('Bea'), user('Leo'), user('Max', true)], total: 3 })
    server.respond('options', '/customers/wa/status', null, 204)
    server.respond('get', '/customers/wa/status', whatsAppStatus)
  })
  return server
}
