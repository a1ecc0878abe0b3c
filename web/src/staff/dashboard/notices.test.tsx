import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { mockDashboardServer } from '@/test/dashboard'
import { renderScreen } from '@/test/renderScreen'
import { DashboardScreen } from './DashboardScreen'

const server = mockDashboardServer()

describe('customers whose phone was released', () => {
  const releasedPhones = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      customerId: `c${i}`,
      name: `Ana ${i}`,
      releasedAt: '2026-11-20T10:00:00Z',
    }))

  test('are listed with links until they are marked as seen', async () => {
    server.respond('get', '/released-phones', { total: 1, items: releasedPhones(1) })
    server.respond('post', '/released-phones/c0/seen', { ok: true })
    await renderScreen(<DashboardScreen />, 'ADMIN')
    expect(await screen.findByText('1 ficha se ha quedado sin su número')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ana 0' })).toHaveAttribute('href', '/app/customers/c0')
    server.respond('get', '/released-phones', { total: 0, items: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Ya lo sé: Ana 0' }))
    await waitFor(() => expect(screen.queryByText(/sin su número/)).toBeNull())
  })

  test('are counted beyond the first five', async () => {
    server.respond('get', '/released-phones', { total: 23, items: releasedPhones(20) })
    await renderScreen(<DashboardScreen />, 'OWNER')
    expect(await screen.findByText('23 fichas se han quedado sin su número')).toBeVisible()
    expect(screen.getAllByRole('link', { name: /^Ana/ })).toHaveLength(5)
    expect(screen.getByText('y 18 más')).toBeVisible()
  })
})

describe('unverified registrations', () => {
  const day = { day: '2026-11-20', customers: 118, unusual: true }
  const discard = {
    id: '1763640000000',
    discardedAt: '2026-11-20T12:00:00Z',
    registeredAt: '2026-11-20T10:00:00Z',
    customers: 118,
    restorableUntil: '2026-12-20T12:00:00Z',
  }
  const preview = {
    day: '2026-11-20',
    asOf: '2026-11-20T11:00:00Z',
    total: 118,
    items: [{ customerId: 'c1', name: 'Xyz', phone: '+34612345678', registeredAt: '2026-11-20T10:00:00Z' }],
  }

  test('are reported on an unusual day and discarded after a preview', async () => {
    server.respond('get', '/registrations/unverified', { days: [day], discards: [] })
    server.respond('get', '/registrations/unverified/2026-11-20', preview)
    server.respond('post', '/registrations/unverified/2026-11-20/discard', { discarded: 118 })
    await renderScreen(<DashboardScreen />, 'ADMIN')
    expect(await screen.findByText('Más registros sin confirmar de lo normal')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Ver y descartar' }))
    expect(await screen.findByText(/Xyz · \+34 612 34 56 78/)).toBeVisible()
    expect(screen.getByText('y 117 más')).toBeVisible()
    server.respond('get', '/registrations/unverified', { days: [], discards: [discard] })
    await userEvent.click(screen.getByRole('button', { name: 'Descartar 118 registros' }))
    expect(await screen.findByText('Has descartado 118 registros')).toBeVisible()
    const post = server.requests.find(({ method }) => method === 'POST')
    expect(post?.body).toEqual({ asOf: preview.asOf })
    expect(screen.queryByText('Más registros sin confirmar de lo normal')).toBeNull()
  })

  test('can be restored with one click after a discard', async () => {
    server.respond('get', '/registrations/unverified', { days: [], discards: [discard] })
    server.respond('post', `/registrations/discards/${discard.id}/restore`, { restored: 117, left: 1 })
    await renderScreen(<DashboardScreen />, 'OWNER')
    const restore = await screen.findByRole('button', { name: 'Recuperarlos' })
    server.respond('get', '/registrations/unverified', { days: [], discards: [] })
    await userEvent.click(restore)
    await waitFor(() => expect(screen.queryByText('Has descartado 118 registros')).toBeNull())
  })

  test('of usual days are listed without a notice', async () => {
    server.respond('get', '/registrations/unverified', {
      days: [{ ...day, customers: 2, unusual: false }],
      discards: [],
    })
    await renderScreen(<DashboardScreen />, 'OWNER')
    await userEvent.click(await screen.findByRole('button', { name: 'Registros sin confirmar (2)' }))
    expect(screen.getByRole('button', { name: /Ver los registros del .*20/ })).toBeVisible()
    expect(screen.queryByText('Más registros sin confirmar de lo normal')).toBeNull()
  })
})

describe('legal data', () => {
  const identity = {
    legalName: 'Ana',
    taxId: '12345678Z',
    legalAddress: 'Calle Mayor 1',
    contactEmail: 'a@x.test',
  }
  const title = 'Faltan tus datos legales'

  test('that are missing are requested from the owner', async () => {
    server.respond('get', '/business', { name: 'Barbería Uno', ...identity, taxId: null })
    await renderScreen(<DashboardScreen />)
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Completarlos en los ajustes' })).toHaveAttribute(
      'href',
      '/app/settings?seccion=legal',
    )
  })

  test.each<[Role, object]>([
    ['OWNER', identity],
    ['ADMIN', { ...identity, taxId: null }],
  ])('are not requested from %s with %j', async (role, legal) => {
    server.respond('get', '/business', { name: 'Barbería Uno', ...legal })
    await renderScreen(<DashboardScreen />, role)
    expect(await screen.findByText('Barbería Uno')).toBeVisible()
    expect(screen.queryByText(title)).toBeNull()
  })
})

test('notices that cannot be loaded are reported and retried', async () => {
  server.respond('get', '/visits/removal-requests', { code: 'CUSTOM', message: 'Espera un momento.' }, 400)
  await renderScreen(<DashboardScreen />, 'ADMIN')
  expect(await screen.findByText('No se pudieron cargar todos los avisos')).toBeVisible()
  server.respond('get', '/visits/removal-requests', { items: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(screen.queryByText(/todos los avisos/)).toBeNull())
})
