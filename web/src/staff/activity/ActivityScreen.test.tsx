import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ActivityEntry } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { ActivityScreen, PlatformActivityScreen } from './ActivityScreen'

const server = mockServer()

const entry = (id: string, changes: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  at: '2026-03-26T09:05:00Z',
  day: '2026-03-26',
  time: '10:05',
  action: 'customer.changed',
  group: 'CUSTOMERS',
  person: { id: 'u1', name: 'Marta', role: 'ADMIN' },
  sentence: [
    { text: 'cambió el teléfono de ', isName: false, customerId: '' },
    { text: 'Ana Ruiz', isName: true, customerId: 'c1' },
  ],
  fields: ['phone'],
  address: '83.45.1.2',
  device: 'Safari en iPhone',
  ...changes,
})

const open = (items: ActivityEntry[], nextCursor: string | null = null, address = '/') => {
  server.respond('get', '/activity', { items, nextCursor })
  server.respond('get', '/activity/refused-sign-ins', { items: [] })
  server.respond('get', '/users', { items: [] })
  return renderScreen(<ActivityScreen />, 'OWNER', address)
}
const lastRequest = () => server.requests.filter((request) => request.path === '/activity').at(-1)

test('shows who did what, when and from where, by day', async () => {
  await open([
    entry('e2'),
    entry('e1', {
      day: '2026-03-25',
      person: { id: '', name: '', role: 'SUPERADMIN' },
      address: '',
      device: '',
    }),
  ])
  const days = await screen.findAllByRole('heading', { level: 3 })
  expect(days).toHaveLength(2)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first).toHaveTextContent('10:05Marta cambió el teléfono de Ana RuizSafari en iPhone · 83.45.1.2')
  expect(second).toHaveTextContent('10:05Operador cambió el teléfono de Ana Ruiz')
  const link = within(first as HTMLElement).getByRole('link', { name: 'Ana Ruiz' })
  expect(link).toHaveAttribute('href', '/app/customers/c1')
  expect(link).toHaveAttribute('translate', 'no')
})

test('the days nearest to now say so', async () => {
  const now = new Date()
  server.respond('get', '/business', { name: 'Barbería Uno', timezone: 'UTC' })
  await open([entry('e1', { at: now.toISOString(), day: now.toISOString().slice(0, 10) })])
  expect(await screen.findByRole('heading', { level: 3, name: /^hoy, / })).toBeVisible()
})

test('repeated entries are shown as one, with the time of each', async () => {
  const signIn = { action: 'user.signed-in', sentence: [{ text: 'entró', isName: false, customerId: '' }] }
  await open([
    entry('e4', { ...signIn, time: '12:30' }),
    entry('e3', { ...signIn, time: '11:00' }),
    entry('e2', { ...signIn, time: '09:00', device: 'Chrome en Windows' }),
    entry('e1', { ...signIn, time: '08:00' }),
  ])
  const many = await screen.findByText('2 veces desde las 11:00')
  expect(screen.getAllByText('entró', { exact: false, selector: 'p' })).toHaveLength(3)
  await userEvent.click(many)
  expect(within(many.parentElement as HTMLElement).getAllByRole('listitem')).toHaveLength(2)
})

test('a customer without a record is a name without a link', async () => {
  await open([entry('e1', { sentence: [{ text: 'Cliente borrado', isName: true, customerId: '' }] })])
  expect(await screen.findByText('Cliente borrado')).toHaveAttribute('translate', 'no')
  expect(screen.queryByRole('link', { name: 'Cliente borrado' })).not.toBeInTheDocument()
})

test('filters by the kind of act', async () => {
  await open([])
  expect(await screen.findByText('Todavía no hay nada')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Qué'), 'READS')
  expect(await screen.findByText('No hay nada con estos filtros')).toBeVisible()
  expect(lastRequest()?.search.get('group')).toBe('READS')
})

test('a page without matches offers to search further back', async () => {
  await open([], 'more')
  expect(await screen.findByText(/Puedes seguir buscando más atrás/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Ver lo anterior' }))
  await expect.poll(() => lastRequest()?.search.get('cursor')).toBe('more')
})

test('an operator without a business sees the activity of the platform', async () => {
  server.respond('get', '/activity', { items: [entry('e1')], nextCursor: null })
  server.respond('get', '/activity/refused-sign-ins', {
    items: [{ day: '2026-03-26', userId: '', name: '', email: '', business: '', count: 12_000, lastAt: '' }],
  })
  await renderScreen(<PlatformActivityScreen />, 'SUPERADMIN')
  expect(await screen.findByText('12.000 intentos')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Negocios' })).toHaveAttribute('href', '/cpanel')
  expect(screen.getByText('Correos que no tienen cuenta')).toBeVisible()
  expect(lastRequest()?.search.get('businessId')).toBe('')
})
