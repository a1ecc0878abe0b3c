import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { customer } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { ListBody } from './ListBody'

const server = mockServer()

const customersQuery = (more: object) =>
  ({
    isError: true,
    error: new Error(''),
    refetch: vi.fn(),
    hasNextPage: false,
    isFetchNextPageError: false,
    ...more,
  }) as never

const listProps = {
  q: '',
  choice: {},
  timeZone: undefined,
  searching: false,
  mayAdminister: true,
  onShowQr: () => undefined,
  onRestart: () => undefined,
  onClear: () => undefined,
  onClearFilters: () => undefined,
}

// Spec: errors-21
test("a failure without a message shows the screen's own message", async () => {
  const refetch = vi.fn()
  await renderScreen(
    <ListBody {...listProps} customersQuery={customersQuery({ refetch })} customers={null} />,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Error cargando clientesNo se pudo cargar el listado.')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(refetch).toHaveBeenCalledOnce()
})

// Spec: errors-21
test('a failed further page keeps the rows and offers to load more', async () => {
  server.respondNotFound()
  await renderScreen(
    <ListBody
      {...listProps}
      customersQuery={customersQuery({ hasNextPage: true, isFetchNextPageError: true })}
      customers={[{ ...customer(), stamps: 3, target: 10, owed: [] }]}
    />,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo cargar el listado.')
  expect(within(screen.getByRole('table')).getByText('Ana Gómez')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Ver más' })).toBeVisible()
})
