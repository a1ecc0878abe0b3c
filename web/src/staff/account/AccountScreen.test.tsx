import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { AccountScreen } from './AccountScreen'

const server = mockServer()

// Spec: users-6
test('shows the signed-in user with role and business', async () => {
  server.respond('get', '/business', { name: 'Barbería Sur' })
  server.respond('get', '/auth/sessions', { items: [] })
  server.respond('get', '/auth/tried', { items: [] })
  await renderScreen(<AccountScreen />, 'ADMIN')
  expect(await screen.findByText('Barbería Sur')).toBeVisible()
  const facts = screen
    .getAllByRole('term')
    .map((name) => `${name.textContent}: ${name.nextSibling?.textContent}`)
  expect(facts).toEqual([
    'Nombre: Ana López',
    'Correo electrónico: admin@x.test',
    'Rol: Administrador',
    'Negocio: Barbería Sur',
  ])
  expect(screen.getByRole('region', { name: 'Cambiar contraseña' })).toBeVisible()
})

test('warns of password guessing on the account', async () => {
  server.respond('get', '/business', { name: 'Barbería Sur' })
  server.respond('get', '/auth/sessions', { items: [] })
  server.respond('get', '/auth/tried', {
    items: [{ id: 'u1', email: 'admin@x.test', triedAt: '2026-11-20T10:00:00Z' }],
  })
  await renderScreen(<AccountScreen />, 'ADMIN')
  expect(await screen.findByText(/se han probado muchas contraseñas/)).toHaveTextContent('admin@x.test')
})
