import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { UserTable } from './UserTable'

const server = mockServer()

const user = (name: string, secondFactor: boolean) => ({
  id: name.toLowerCase(),
  email: `${name.toLowerCase()}@x.test`,
  name,
  role: 'BARBER',
  disabled: false,
  createdAt: '2026-01-02T10:00:00Z',
  secondFactor,
})

test('the list shows who has a second factor, and removes it after a question', async () => {
  const users = [user('Bea', true), user('Leo', false)]
  server.respond('get', '/users', { items: users, total: 2, nextCursor: null })
  server.respond('delete', '/users/bea/second-factor', users[0] ?? {})
  await renderScreen(<UserTable />, 'OWNER')
  expect(await screen.findAllByText('Verificación en dos pasos')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /dos pasos de Leo/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la verificación en dos pasos de Bea' }))
  expect(await screen.findByText(/ha perdido el móvil/)).toBeVisible()
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la verificación' }))
  await waitFor(() => expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true))
  await waitFor(() => expect(screen.queryByText(/ha perdido el móvil/)).toBeNull())
})
