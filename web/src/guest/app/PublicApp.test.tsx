import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PublicApp } from './PublicApp'

vi.mock('@/guest/portal/PortalPage', () => {
  throw new Error('this file is no longer there')
})
vi.mock('@/guest/registration/FixedScreen', () => ({
  default: () => {
    throw new Error('this page does not hold')
  },
}))

afterEach(() => {
  vi.useRealTimers()
})

// Spec: registration-6
test.each([
  [
    'that breaks',
    '/qr',
    'Algo ha fallado en esta pantallaLo que ya se guardó sigue guardado.',
    'Volver a cargar',
  ],
  ['whose file fails to load', '/portal', 'No se pudo abrir esta pantalla', 'Reintentar'],
])('a page %s shows an error with a reload or retry button', async (_, path, words, offer) => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  render(<PublicApp address={new URL(path, 'http://axioma.test')} />)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByRole('button', { name: offer })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Privacidad' })).toHaveAttribute('href', '/legal/privacidad')
  consoleError.mockRestore()
})

// Spec: shell-8, states-22
test.each(['/public/register', '/qr', '/portal'])(
  '%s offers an update when a new version is released',
  async (path) => {
    const consoleError = vi.spyOn(console, 'error').mockReturnValue()
    vi.useFakeTimers()
    let version = 'v1'
    vi.stubGlobal('fetch', async () => Response.json({ version }))
    render(<PublicApp address={new URL(path, 'http://axioma.test')} />)
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
    await pass(0)
    expect(screen.queryByRole('button', { name: 'Actualizar' })).toBeNull()
    version = 'v2'
    await pass(60_000)
    expect(screen.getByRole('button', { name: 'Actualizar' })).toBeVisible()
    consoleError.mockRestore()
  },
)

// Spec: routes-13, routes-29
test.each([
  ['/app/public/qr?cid=c1', '/app/qr?cid=c1'],
  ['/qr/a.png', '/'],
  ['/qrs', '/'],
  ['/public/nowhere', '/'],
  ['/public/customers/c1/qr', '/'],
  ['/portal/nowhere', '/'],
  ['/portals', '/'],
  ['/legal/privacy?bid=b1', '/legal/privacidad?bid=b1'],
  ['/legal/nowhere', '/'],
])('%s leads to %s', async (path, target) => {
  const replace = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { ...window.location, replace })
  vi.stubGlobal('fetch', async () => Response.json({ version: 'v1' }))
  render(<PublicApp address={new URL(path, 'http://axioma.test')} />)
  await waitFor(() => expect(replace.mock.calls).toEqual([[target]]))
})
