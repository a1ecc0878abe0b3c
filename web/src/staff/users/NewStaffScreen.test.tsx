import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { NewStaffScreen } from './NewStaffScreen'

const server = mockServer()

// Spec: users-4, validation-12, errors-42
test('creates a barber by default and shows the result', async () => {
  server.respond('post', '/users', {}, 201)
  await renderScreen(<NewStaffScreen />)
  await userEvent.type(screen.getByLabelText('Correo electrónico'), ' bea@x.test ')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Crear usuario' }))
  expect(await screen.findByText(/Usuario creado/)).toHaveTextContent('✅ Usuario creado correctamente.')
  expect(server.requests[0]?.body).toEqual({ email: 'bea@x.test', password: 'secret', role: 'BARBER' })
})

// Spec: validation-12
test('sends nothing without e-mail and password', async () => {
  await renderScreen(<NewStaffScreen />)
  await userEvent.click(screen.getByRole('button', { name: 'Crear usuario' }))
  expect(await screen.findByText('Escribe un correo.')).toBeVisible()
  expect(screen.getByText('Escribe una contraseña.')).toBeVisible()
  expect(server.requests).toEqual([])
})
