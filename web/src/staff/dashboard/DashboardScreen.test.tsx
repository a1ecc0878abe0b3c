import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { session } from '@/api'
import { mockDashboardServer } from '@/test/dashboard'
import { renderScreen } from '@/test/renderScreen'
import { sentence } from '@/test/sentence'
import { inSeconds, tokenWith } from '@/test/token'
import { DashboardScreen, firstWord } from './DashboardScreen'
import { quiet, user } from './examples'

const server = mockDashboardServer()

// Spec: dashboard-2
test.each([
  ['Ana López', 'a@x.test', 'Ana'],
  ['  Ana  ', 'a@x.test', 'Ana'],
  [undefined, 'ana.lopez@x.test', 'ana.lopez'],
  ['', 'ana@x.test', 'ana'],
])('%j with the e-mail %j is greeted as %j', (name, email, word) => {
  expect(firstWord(name, email)).toBe(word)
})

test('warns of password guessing on an account', async () => {
  server.respond('get', '/users', {
    items: [{ ...user('Bea'), triedAt: '2026-11-20T10:00:00Z' }, user('Leo')],
    total: 2,
  })
  const { unmount } = await renderScreen(<DashboardScreen />, 'OWNER')
  expect(await screen.findByText('Alguien intenta entrar en una cuenta')).toBeVisible()
  expect(screen.getByText(sentence(/Se han probado muchas contraseñas en la cuenta de Bea\./))).toBeVisible()
  unmount()
  server.respond('get', '/users', { items: [user('Bea'), user('Leo')], total: 2 })
  await renderScreen(<DashboardScreen />, 'OWNER')
  expect(await screen.findByText('Leo')).toBeVisible()
  expect(screen.queryByText('Alguien intenta entrar en una cuenta')).toBeNull()
})

test('shows one failure without a connection, and everything after a retry', async () => {
  server.fail('get', '/business/week')
  server.fail('get', '/users')
  server.fail('get', '/visits/removal-requests')
  await renderScreen(<DashboardScreen />, 'OWNER')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Equipo' })).toBeNull())
  expect(screen.getByRole('alert')).toHaveTextContent('No hay conexión con el servidor')
  server.respond('get', '/business/week', quiet)
  server.respond('get', '/users', { items: [user('Bea')], total: 1 })
  server.respond('get', '/visits/removal-requests', { items: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Bea')).toBeVisible()
})

// Spec: dashboard-1, dashboard-2
test('greets by the first name and links to the daily screens', async () => {
  await renderScreen(<DashboardScreen />, 'ADMIN')
  expect(screen.getByRole('heading', { level: 1, name: 'Hola, Ana' })).toBeVisible()
  const href = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href(/Escanear o buscar/)).toBe('/staff/checkin')
  expect(href('Lista de clientes')).toBe('/app/customers/list')
  expect(href('Crear cliente')).toBe('/app/customers/new')
  expect(href('Herramientas del negocio')).toBe('/app/admin')
  expect(href('Gestionar equipo')).toBe('/app/users')
  act(() => {
    session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'ADMIN', email: 'ana.lopez@x.test' })
  })
  expect(screen.getByRole('heading', { level: 1, name: 'Hola, ana.lopez' })).toBeVisible()
})

// Spec: dashboard-9
test('counts the customers and the users who can sign in', async () => {
  await renderScreen(<DashboardScreen />)
  const customers = within(screen.getByRole('region', { name: 'Clientes' }))
  expect(await customers.findByText('1312')).toBeVisible()
  expect(customers.getByText('clientes con tarjeta')).toBeVisible()
  expect(customers.getByRole('link', { name: 'Ver la lista' })).toHaveAttribute('href', '/app/customers/list')
  const team = within(screen.getByRole('region', { name: 'Equipo' }))
  expect((await team.findByText(/personas pueden entrar/)).closest('p')).toHaveTextContent(/^2 /)
  const names = team.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['BeaBarbero', 'LeoBarbero'])
  expect(team.getByRole('link', { name: 'Gestionar el equipo' })).toHaveAttribute('href', '/app/users')
})

test('an invited user is not counted among those who can sign in', async () => {
  const leo = { ...user('Leo'), invitedTo: '2026-12-20T10:00:00Z' }
  server.respond('get', '/users', { items: [user('Bea'), leo], total: 2 })
  await renderScreen(<DashboardScreen />)
  const team = within(screen.getByRole('region', { name: 'Equipo' }))
  expect((await team.findByText(/persona puede entrar/)).closest('p')).toHaveTextContent(/^1 /)
  expect(team.getByText('1 persona invitada aún no ha entrado.')).toBeVisible()
})

// Spec: errors-22, errors-24
test('shows what failed to load, with a retry', async () => {
  server.respond('get', '/users', {}, 400)
  server.respond('get', '/customers', {}, 400)
  await renderScreen(<DashboardScreen />)
  expect(await screen.findByText('No se pudo cargar usuarios.')).toBeVisible()
  expect(await screen.findByText('Error cargando clientes')).toBeVisible()
  server.respond('get', '/users', [user('Bea')])
  await userEvent.click(screen.getAllByRole('button', { name: 'Reintentar' })[1] as HTMLElement)
  expect(await screen.findByText('persona puede entrar')).toBeVisible()
})

test.each([
  ['OWNER', true],
  ['ADMIN', false],
] as const)('%s sees waiting late visits: %j', async (role, isTold) => {
  const waiting = { id: 'h1', customerName: 'Ana', visitedAt: '2026-01-03T18:40:00Z', outcome: null }
  server.respond('get', '/visits/waiting', {
    items: [waiting, { ...waiting, id: 'h2', outcome: 'REGISTERED' }],
    total: 2,
    nextCursor: null,
  })
  await renderScreen(<DashboardScreen />, role)
  await screen.findByText('Barbería Uno')
  if (isTold) expect(await screen.findByText('1 visita espera a que decidas')).toBeVisible()
  else expect(server.requests.some(({ path }) => path === '/visits/waiting')).toBe(false)
})

test('the visits to decide include those that a revoked device handed over', async () => {
  const visit = { id: 'h1', customerName: 'Ana', visitedAt: '2026-01-03T18:40:00Z', outcome: null }
  server.respond('get', '/visits/waiting', { items: [visit] })
  server.respond('get', '/devices', {
    items: [
      {
        id: 'd1',
        handed: [
          { ...visit, id: 'h2' },
          { ...visit, id: 'h3', outcome: 'DISCARDED' },
        ],
      },
    ],
  })
  await renderScreen(<DashboardScreen />, 'OWNER')
  expect(await screen.findByText('2 visitas esperan a que decidas')).toBeVisible()
})
