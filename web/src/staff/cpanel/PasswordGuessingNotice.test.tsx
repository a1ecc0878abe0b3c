import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { PasswordGuessingNotice } from './PasswordGuessingNotice'

const server = mockServer()
const operator = (email: string) => ({
  id: email,
  name: email,
  email,
  role: 'SUPERADMIN',
  disabled: false,
  triedAt: '2026-11-20T10:00:00Z',
})

test("names operators' accounts under password guessing", async () => {
  server.respond('get', '/auth/tried', { items: [operator('ana@x.test'), operator('leo@x.test')] })
  await renderScreen(<PasswordGuessingNotice />, 'SUPERADMIN')
  expect(await screen.findByText('Alguien prueba contraseñas en cuentas de operador')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('ana@x.test y leo@x.test')
  expect(screen.getByRole('link', { name: 'Cambiar mi contraseña' })).toHaveAttribute('href', '/app/account')
})

test('is hidden otherwise', async () => {
  server.respond('get', '/auth/tried', { items: [] })
  await renderScreen(<PasswordGuessingNotice />, 'SUPERADMIN')
  await waitFor(() => expect(server.requests.some(({ path }) => path === '/auth/tried')).toBe(true))
  expect(screen.queryByText(/contraseñas/)).not.toBeInTheDocument()
})
