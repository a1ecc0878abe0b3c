import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LandingScreen } from './LandingScreen'

// Spec: routes-2
test("shows the product's card and links to the sign-in", () => {
  render(<LandingScreen />)
  expect(document.title).toBe('La tarjeta de sellos de tu barbería · Axioma')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/tarjeta de sellos/)
  expect(screen.getByRole('img', { name: '6 de 10 visitas' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login')
  expect(screen.getByText(/Escanea el código QR/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toHaveAttribute('href', '/portal')
  expect(screen.queryByText(/demo/i)).toBeNull()
})
