import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { captureInstallPrompt } from '@/lib/installPrompt'
import { InstallPanel } from './InstallPanel'

captureInstallPrompt()

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone')
  act(() => void window.dispatchEvent(new Event('appinstalled')))
})

const button = () => screen.queryByRole('button', { name: 'Añadir a la pantalla de inicio' })

function offerInstall() {
  const prompt = vi.fn(async () => undefined)
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(offer))
  return { prompt, isOurs: offer.defaultPrevented }
}

// Spec: portal-17
test('the install event is captured and used once', async () => {
  const { prompt, isOurs } = offerInstall()
  expect(isOurs).toBe(true)
  render(<InstallPanel />)
  await userEvent.click(screen.getByRole('button', { name: 'Añadir a la pantalla de inicio' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(button()).toBeNull()
})

test('the panel appears with a late event and disappears after the installation', () => {
  render(<InstallPanel />)
  expect(screen.queryByRole('region')).toBeNull()
  offerInstall()
  expect(button()).toBeVisible()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(button()).toBeNull()
})

test.each([
  [false, true],
  [true, false],
])('instructions for a manual installation on an iPhone: installed %s, shown %s', (standalone, isShown) => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: standalone })
  render(<InstallPanel />)
  expect(screen.queryByText(/«Añadir a pantalla de inicio».*otro código/) !== null).toBe(isShown)
})
