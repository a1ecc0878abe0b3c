import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { RemovalRequests } from './RemovalRequests'

const server = mockServer()

describe('a removal request of a barber', () => {
  const request = {
    visitId: 'v1',
    customerId: 'ana',
    customerName: 'Ana Gómez',
    visitedAt: '2026-01-03T18:40:00Z',
    registeredBy: 'Luis',
    askedAt: '2026-01-03T19:00:00Z',
  }

  const renderRequests = async () => {
    server.respond('get', '/visits/removal-requests', { items: [request] })
    await renderScreen(<RemovalRequests />, 'ADMIN')
    expect(await screen.findByText('Te piden eliminar una visita')).toBeVisible()
    server.respond('get', '/visits/removal-requests', { items: [] })
  }

  test('can be granted, which deletes the visit', async () => {
    server.respond('delete', '/visits/v1', { ok: true })
    await renderRequests()
    await userEvent.click(screen.getByRole('button', { name: 'Eliminar la visita de Ana Gómez' }))
    await waitFor(() => expect(screen.queryByText('Te piden eliminar una visita')).toBeNull())
    expect(server.requests.some(({ path }) => path === '/visits/v1')).toBe(true)
  })

  // Spec: checkin-15
  test('can be refused', async () => {
    server.respond('post', '/visits/v1/removal-request/refuse', { removal: 'REFUSED' })
    await renderRequests()
    await userEvent.click(screen.getByRole('button', { name: 'Dejarla: visita de Ana Gómez' }))
    await waitFor(() => expect(screen.queryByText('Te piden eliminar una visita')).toBeNull())
    expect(server.requests.some(({ path }) => path === '/visits/v1')).toBe(false)
  })
})
