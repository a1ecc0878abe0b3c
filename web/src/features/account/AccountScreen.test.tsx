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
  expect(screen.getByText('Ana López')).toBeVisible()
  expect(screen.getByText('admin@x.test')).toBeVisible()
  expect(screen.getByText('Administrador')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Cambiar contraseña' })).toBeVisible()
})
