import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { session } from '@/api'
import { renderScreen } from '@/test/renderScreen'
import { standIn } from '@/test/server'
import { ControlPanelScreen } from './ControlPanelScreen'

const server = standIn()
const north = { id: 'b1', name: 'Norte', status: 'ACTIVE', createdAt: '2026-01-02T10:00:00Z' }
const south = { id: 'b2', name: 'Sur', status: 'SUSPENDED', createdAt: '2026-03-04T10:00:00Z' }

test.each([[[north, south]], [{ items: [north, south] }]])(
  'shows each business and where it leads: %j',
  async (list) => {
    server.says('get', '/cp/businesses', list)
    await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
    const row = (await screen.findByText('Norte')).closest('tr')
    expect(row).toHaveTextContent('Elegido')
    expect(row).toHaveTextContent('Activo')
    expect(row).toHaveTextContent('2 de enero de 2026')
    expect(screen.getByText('Sur').closest('tr')).toHaveTextContent('Suspendido')
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('Clientes de Sur')).toBe('/app/customers?businessId=b2')
    expect(href('Panel de Sur')).toMatch(/^\/app\/admin\?businessId=b2$/)
  },
)

test.each([400, 401, 403])('an answer of %i says so and ends no session', async (status) => {
  server.says('get', '/cp/businesses', {}, status)
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar el listado de negocios (CP).')
  expect(session.get()).not.toBeNull()
})

test('without a connection it says so, and tries again when asked', async () => {
  server.fails('get', '/cp/businesses')
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de red')
  server.says('get', '/cp/businesses', [])
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Aún no hay negocios')).toBeVisible()
})
