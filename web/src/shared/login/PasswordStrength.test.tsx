import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockServer } from '@/test/server'
import { NewPasswordForm } from './NewPasswordForm'

const server = mockServer()
const act = { isPending: false, error: null, start: vi.fn(), reset: vi.fn() }

function open(shortestPassword: number) {
  server.respond('get', '/auth/password-recovery', { byEmail: true, contact: '', shortestPassword })
  render(<NewPasswordForm title="Contraseña" intro="Elige una." submit="Guardar" act={act} />)
}

test('says how strong a password is while it is typed', async () => {
  open(8)
  expect(screen.queryByRole('progressbar')).toBeNull()
  const field = screen.getByLabelText('Contraseña nueva')
  await userEvent.type(field, '12345678')
  expect(screen.getByRole('status')).toHaveTextContent('Contraseña débil')
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1')
  await userEvent.clear(field)
  await userEvent.type(field, 'navaja y peine 7')
  expect(screen.getByRole('status')).toHaveTextContent('Contraseña fuerte')
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '3')
})

test('asks for as many characters as the operator demands', async () => {
  open(12)
  expect(await screen.findByText(/Al menos 12 caracteres/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'navaja y pe')
  expect(screen.getByRole('status')).toHaveTextContent('Contraseña débil')
  await userEvent.type(screen.getByLabelText('Repite la contraseña nueva'), 'navaja y pe')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(screen.getByText('Necesita al menos 12 caracteres.')).toBeVisible()
  expect(act.start).not.toHaveBeenCalled()
})
