import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openApp } from '@/test/openApp'

vi.mock('@/features/session/UnauthorizedScreen', () => ({
  UnauthorizedScreen: () => {
    throw new Error('this screen does not hold')
  },
}))
vi.mock('@/features/session/LoginScreen', () => {
  throw new Error('this file is no longer there')
})

test.each([
  ['that breaks', '/unauthorized'],
  ['whose file does not come', '/login'],
])('a screen %s says so between the bars, and offers to load it again', async (_, path) => {
  const logged = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level).mockReturnValue())
  openApp(path)
  expect(await screen.findByRole('alert')).toHaveTextContent('Algo ha fallado en esta pantalla')
  expect(screen.getByRole('button', { name: 'Volver a cargar' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Privacidad' })).toBeVisible()
  for (const spy of logged) spy.mockRestore()
})
