import { lazyRouteComponent } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp } from '@/test/openApp'
import { createAppRouter } from './router'

// All routers have the same routes: what a test puts in the place of a screen is put back behind it.
const route = createAppRouter().routesById['/unauthorized']
const { component: ownScreen } = route.options

afterEach(() => {
  route.options.component = ownScreen
})

const broken = () => {
  throw new Error('this screen does not hold')
}
const gone = lazyRouteComponent(() => Promise.reject(new Error('this file is no longer there')))

test.each([
  ['that breaks', broken],
  ['whose file does not come', gone],
])('a screen %s says so between the bars, and offers to load it again', async (_, component) => {
  const logged = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level).mockReturnValue())
  route.options.component = component
  openApp('/unauthorized')
  expect(await screen.findByRole('alert')).toHaveTextContent('Algo ha fallado en esta pantalla')
  expect(screen.getByRole('button', { name: 'Volver a cargar' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Privacidad' })).toBeVisible()
  for (const spy of logged) spy.mockRestore()
})
