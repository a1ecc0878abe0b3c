import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Toaster } from '@/kit/Toaster'
import { shrinkPicture } from '@/lib/shrinkPicture'
import { business } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { until } from '@/test/until'
import { LogoChoice } from './LogoChoice'

// jsdom has no canvas; e2e/tests/settings.spec.ts tests it.
vi.mock('@/lib/shrinkPicture', () => ({ shrinkPicture: vi.fn() }))

const server = mockServer()
afterEach(() => vi.clearAllMocks())
const logoUrl = '/api/public/businesses/b1/logo/1e9102e6d595534b'

const renderChoice = (logoUrl: string | null) =>
  renderScreen(
    <>
      <LogoChoice logoUrl={logoUrl} />
      <Toaster />
    </>,
  )

const choose = () =>
  userEvent.upload(
    screen.getByLabelText('Tu logo', { selector: 'input' }),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  )

const sentRequests = () => server.requests.map(({ method, body }) => [method, body])

test('a chosen logo is scaled and sent', async () => {
  vi.mocked(shrinkPicture).mockResolvedValue('aWNv')
  await renderChoice(null)
  expect(screen.queryByRole('button', { name: 'Quitar el logo' })).toBeNull()
  server.respond('post', '/business/logo', { ...business, logoUrl })
  await choose()
  await screen.findByText('Tu logo ya está en la tarjeta.')
  expect(sentRequests()).toEqual([['POST', { picture: 'aWNv' }]])
})

test('an unreadable file is not sent', async () => {
  vi.mocked(shrinkPicture).mockResolvedValue(null)
  await renderChoice(null)
  await choose()
  await screen.findByText(/Esa imagen no se puede leer/)
  expect(server.requests).toEqual([])
})

test('a refusal of the server is shown', async () => {
  vi.mocked(shrinkPicture).mockResolvedValue('aWNv')
  await renderChoice(null)
  const message = 'La imagen es demasiado pequeña.'
  server.respond('post', '/business/logo', { code: 'LOGO_TOO_SMALL', message }, 422)
  await choose()
  await screen.findByText(message)
})

test('a logo is removed, and the focus moves to the upload', async () => {
  await renderChoice(logoUrl)
  expect(screen.getByRole('img', { name: 'Tu logo, como se ve' })).toHaveAttribute('src', logoUrl)
  server.respond('delete', '/business/logo', business)
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el logo' }))
  await screen.findByText('La tarjeta ya no lleva logo.')
  expect(sentRequests()).toEqual([['DELETE', undefined]])
  expect(screen.getByRole('button', { name: 'Cambiar el logo' })).toHaveFocus()
})

test('nothing else is sent while a logo is being sent', async () => {
  vi.mocked(shrinkPicture).mockResolvedValue('aWNv')
  await renderChoice(logoUrl)
  server.hold('post', '/business/logo')
  await choose()
  await until(() => expect(screen.getByRole('button', { name: 'Guardando…' })).toBeVisible())
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el logo' }))
  expect(shrinkPicture).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Quitar el logo' })).not.toHaveAttribute('aria-busy')
})
