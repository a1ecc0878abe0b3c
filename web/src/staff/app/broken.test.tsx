import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyScreen } from '@/kit/lazyScreen'
import { openApp } from '@/test/openApp'
import { flushEffects } from '@/test/waitForResponses'
import { createAppRouter } from './router'

// All routers share their route objects, so a test that replaces a screen restores it.
const route = createAppRouter().routesById['/unauthorized']
const { component: ownScreen } = route.options
const reload = vi.fn<() => void>()
const answers = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  reload.mockReset()
  answers.mockReset().mockRejectedValue(new Error('no network'))
  vi.stubGlobal('location', { ...window.location, reload })
  vi.stubGlobal('fetch', answers)
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
})
afterEach(() => {
  route.options.component = ownScreen
})

const file = vi.fn<() => Promise<{ Screen: () => string }>>()
const screenModule = { Screen: () => 'Aquí está' }
const missing = new TypeError('Failed to fetch dynamically imported module: /assets/Screen-1.js')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function openWithoutFile(failure = missing) {
  file.mockReset().mockRejectedValue(failure)
  route.options.component = lazyScreen(file, 'Screen')
  const router = openApp('/unauthorized')
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo abrir esta pantalla')
  return router
}

test('a broken screen shows an error inside the shell with a reload button', async () => {
  route.options.component = () => {
    throw new Error('this screen does not hold')
  }
  openApp('/unauthorized')
  expect(await screen.findByRole('alert')).toHaveTextContent('Algo ha fallado en esta pantalla')
  expect(screen.getByRole('link', { name: 'Privacidad' })).toBeVisible()
  await press('Volver a cargar')
  expect(reload).toHaveBeenCalledOnce()
})

test('a screen whose file fails to load shows an error inside the shell and loads on request', async () => {
  await openWithoutFile()
  expect(screen.getByRole('link', { name: 'Privacidad' })).toBeVisible()
  await flushEffects()
  expect(file).toHaveBeenCalledOnce()
  await press('Reintentar')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('El servidor sigue sin responder.'))
  file.mockResolvedValue(screenModule)
  await press('Reintentar')
  expect(await screen.findByText('Aquí está')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

test('a retry reloads the page when the server has another version', async () => {
  await openWithoutFile()
  answers.mockImplementation(async () => Response.json({ version: 'v2' }))
  expect(reload).not.toHaveBeenCalled()
  await press('Reintentar')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a screen without its style sheet is not shown', async () => {
  await openWithoutFile(new Error('Unable to preload CSS for /assets/Screen-1.css'))
  file.mockResolvedValue(screenModule)
  answers.mockImplementation(async () => Response.json({ version: 'v1' }))
  await press('Reintentar')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByText('Aquí está')).toBeNull()
})

test('reopening a screen loads its missing file again', async () => {
  const router = await openWithoutFile()
  await router.navigate({ to: '/login' })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  file.mockResolvedValue(screenModule)
  await router.navigate({ to: '/unauthorized' })
  expect(await screen.findByText('Aquí está')).toBeVisible()
})
