import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LandingScreen } from './LandingScreen'

test('says what it is with the card itself, and leads to the sign-in', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const routeTree = createRootRoute({ component: LandingScreen })
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/tarjeta de visitas/)
  expect(screen.getByRole('img', { name: '6 de 10 visitas' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login')
  expect(screen.getByText(/Escanea el código QR/)).toBeVisible()
  expect(screen.queryByText(/demo/i)).toBeNull()
})
