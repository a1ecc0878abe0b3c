import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { box, customer, handlers, mockCounterServer, renderCounter } from '@/test/counter'

mockCounterServer()

test('on a device whose clock is a day behind, a customer of yesterday can get a visit', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T10:00:00Z') })
  localStorage.setItem('axioma.clock-skew', String(-24 * 60 * 60_000))
  const yesterday = customer({ lastVisitAt: '2026-11-19T09:00:00Z' })
  const today = customer({ id: 'luis', name: 'Luis Tejada', lastVisitAt: '2026-11-20T09:00:00Z' })
  handlers['GET /customers'] = () => ({ items: [yesterday, today], total: 2, nextCursor: null })
  renderCounter()
  await userEvent.type(box(), 'te')
  const list = within(await screen.findByRole('list', { name: 'Clientes que coinciden' }))
  expect(list.getByRole('button', { name: 'Añadir visita a Ana Gómez' })).toBeVisible()
  expect(list.queryByRole('button', { name: 'Añadir visita a Luis Tejada' })).toBeNull()
})
