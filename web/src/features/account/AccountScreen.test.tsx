import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { standIn } from '@/test/server'
import { AccountScreen } from './AccountScreen'

const server = standIn()

test('shows who is signed in, as what and where', async () => {
  server.says('get', '/business', { name: 'Barbería Sur' })
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
