import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CounterVisit } from '@/api/types'
import { ana, handlers, luis, mockCounterServer, refusal, renderCounter, sentTo } from '@/test/counter'
import { sentence } from '@/test/sentence'

mockCounterServer()

const own = (fields: Partial<CounterVisit> = {}): CounterVisit => ({
  id: 'v1',
  customerId: ana,
  customerName: 'Ana Gómez',
  visitedAt: '2026-11-20T10:00:00Z',
  mayUndo: false,
  removal: 'NONE',
  ...fields,
})

async function open(role: 'BARBER' | 'ADMIN' = 'BARBER') {
  renderCounter(role)
  await userEvent.click(screen.getByText('Mis visitas de hoy'))
  return screen.findByRole('list', { name: 'Mis visitas de hoy' })
}

test('own visits are fetched once the list is opened', async () => {
  handlers['GET /visits/own'] = () => ({ items: [own()] })
  renderCounter()
  expect(sentTo('GET /visits/own')).toHaveLength(0)
  await userEvent.click(screen.getByText('Mis visitas de hoy'))
  expect(await screen.findByText(/Ana Gómez/)).toBeVisible()
})

// Spec: checkin-15
test('a visit of the last minutes can be undone', async () => {
  handlers['GET /visits/own'] = () => ({ items: [own({ mayUndo: true })] })
  handlers['POST /visits/v1/undo'] = () => {
    handlers['GET /visits/own'] = () => ({ items: [] })
    return { ok: true }
  }
  const list = await open()
  await userEvent.click(within(list).getByRole('button', { name: 'Deshacer la visita de Ana Gómez' }))
  expect(await screen.findByText('Hoy aún no has registrado ninguna visita.')).toBeVisible()
  expect(screen.getByText(sentence(/Visita de Ana Gómez deshecha/))).toBeVisible()
})

// Spec: checkin-15
test('a barber can request once that an administrator delete an older visit', async () => {
  handlers['GET /visits/own'] = () => ({ items: [own()] })
  handlers['POST /visits/v1/removal-request'] = () => {
    handlers['GET /visits/own'] = () => ({ items: [own({ removal: 'WAITING' })] })
    return { removal: 'WAITING' }
  }
  const list = await open()
  await userEvent.click(within(list).getByRole('button', { name: /^Pedir que se elimine/ }))
  expect(await within(list).findByText('Pedido al administrador')).toBeVisible()
  expect(within(list).queryByRole('button')).toBeNull()
  expect(sentTo('POST /visits/v1/removal-request')).toHaveLength(1)
})

test('a refused request shows the reason', async () => {
  handlers['GET /visits/own'] = () => ({
    items: [own(), own({ id: 'v2', customerId: luis, customerName: 'Luis Tejada', removal: 'REFUSED' })],
  })
  handlers['POST /visits/v1/removal-request'] = () =>
    refusal(404, 'VISIT_NOT_FOUND', 'No se encontró la visita.')
  const list = await open()
  expect(within(list).getByText('Un administrador la ha dejado como está')).toBeVisible()
  await userEvent.click(within(list).getByRole('button', { name: /^Pedir que se elimine/ }))
  expect(await screen.findByText(/No se encontró la visita/)).toBeVisible()
})

test('an administrator, who deletes visits, gets a link to the record', async () => {
  handlers['GET /visits/own'] = () => ({ items: [own()] })
  const list = await open('ADMIN')
  expect(within(list).getByRole('link', { name: 'Abrir detalle de Ana Gómez' })).toBeVisible()
})
