import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '@/api'
import type { LegalIdentity } from '@/api/types'
import { createAppRouter } from '@/app/router'
import { openApp } from '@/test/openApp'
import { standIn } from '@/test/server'
// The router loads them when they are shown; here before, so that no test waits for them.
import './LegalScreens'

const server = standIn()
const identity = (given: Partial<LegalIdentity> = {}): LegalIdentity => ({
  businessId: 'b1',
  businessName: 'Barbería Sur',
  legalName: 'Ana Gil Ruiz',
  taxId: '12345678Z',
  legalAddress: 'Calle Mayor 1, Madrid',
  contactEmail: 'datos@sur.test',
  ...given,
})
const nowhere = { code: 'BUSINESS_NOT_FOUND', message: 'No se encontró el negocio.' }

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  session.end()
  server.offersNothingElse()
  server.says('get', '/public/businesses/b1/legal', identity())
  server.says('get', '/public/fixed-business', nowhere, 404)
})

/** Opens the app at an address, for somebody who is not signed in. */
async function open(address: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('article')
  return router
}

const pages = ['privacidad', 'aviso', 'cookies']

test.each(pages)('%s names who answers at the business of its address', async (page) => {
  await open(`/legal/${page}?bid=b1`)
  for (const said of ['Barbería Sur', 'Ana Gil Ruiz', '12345678Z', 'Calle Mayor 1, Madrid']) {
    expect(await screen.findByText(said)).toBeVisible()
  }
  expect(screen.getByRole('link', { name: 'datos@sur.test' })).toHaveAttribute(
    'href',
    'mailto:datos@sur.test',
  )
  expect(screen.queryByText(/todavía no ha publicado/)).toBeNull()
})

test('what the business has not said yet is said with dignity', async () => {
  server.says(
    'get',
    '/public/businesses/b1/legal',
    identity({ legalName: null, taxId: null, contactEmail: null }),
  )
  await open('/legal/privacidad?bid=b1')
  const missing = await screen.findByText(/todavía no ha publicado/)
  expect(missing).toHaveTextContent(
    'Barbería Sur todavía no ha publicado aquí el nombre de su titular, su NIF y un correo de contacto.',
  )
  expect(screen.getByText('Calle Mayor 1, Madrid')).toBeVisible()
})

describe('without a business in the address', () => {
  test.each(pages)('%s says in general who answers', async (page) => {
    await open(`/legal/${page}`)
    expect(await screen.findByText(/Abre esta página desde el enlace de tu tarjeta/)).toBeVisible()
  })

  test('it is the one that the server has fixed', async () => {
    server.says('get', '/public/fixed-business', { id: 'b1', name: 'Barbería Sur' })
    await open('/legal/privacidad')
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
  })

  test('it is the one of the portal', async () => {
    localStorage.setItem('axioma.portal', JSON.stringify({ token: 't', customerId: 'c', businessId: 'b1' }))
    const router = await open('/legal/aviso')
    expect(router.state.location.search).toEqual({ bid: 'b1' })
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
  })

  test('it is the one that one works for', async () => {
    const router = openApp('/legal/cookies', 'BARBER')
    await waitFor(() => expect(router.state.location.search).toEqual({ bid: 'b1' }))
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
  })
})

test('a business that nobody knows is nobody', async () => {
  server.says('get', '/public/businesses/b9/legal', nowhere, 404)
  await open('/legal/privacidad?bid=b9')
  expect(await screen.findByText(/La responsable es la barbería en la que te registras/)).toBeVisible()
})

test('what does not come can be asked for again', async () => {
  server.fails('get', '/public/businesses/b1/legal')
  await open('/legal/privacidad?bid=b1')
  expect(await screen.findByText('No se han podido cargar los datos de la barbería.')).toBeVisible()
  server.says('get', '/public/businesses/b1/legal', identity())
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
})

test('the English address leads to the same page and keeps the business', async () => {
  const router = await open('/legal/privacy?bid=b1')
  expect(router.state.location.href).toBe('/legal/privacidad?bid=b1')
})

test('the privacy policy says who, why, how long and which rights', async () => {
  await open('/legal/privacidad')
  const page = screen.getByRole('article')
  expect(page).toHaveTextContent(/barbería .* responsable del tratamiento/)
  expect(page).toHaveTextContent(/Axioma .* encargada del tratamiento/)
  expect(page).toHaveTextContent(/6 años\s*los registros mercantiles y contables/)
  expect(page).toHaveTextContent(/3 años\s*los relativos a publicidad y la prueba de tus consentimientos/)
  for (const right of ['Acceso', 'Rectificación', 'Supresión', 'Oposición', 'Limitación', 'Portabilidad']) {
    expect(screen.getByText(right)).toBeVisible()
  }
  expect(page).toHaveTextContent(/menos de 14 años da el consentimiento su madre, su padre o su tutor/)
  expect(page).toHaveTextContent(/Agencia Española de Protección de Datos/)
})

test('the legal notice says what the welcome discount is good for', async () => {
  await open('/legal/aviso')
  expect(screen.getByRole('heading', { level: 1, name: 'Aviso legal' })).toBeVisible()
  expect(screen.getByText('vale para un solo servicio y no se suma a otras ofertas.')).toBeVisible()
})

test('the page on cookies asks for nothing and names what is kept', async () => {
  await open('/legal/cookies')
  expect(screen.getByText(/dos cookies, propias y estrictamente necesarias/)).toBeVisible()
  expect(screen.getByText('axioma_known')).toBeVisible()
  expect(screen.getByText('axioma_waiting_…')).toBeVisible()
  expect(screen.getByText('Tu sesión')).toBeVisible()
  expect(screen.queryByRole('button', { name: /acept/i })).toBeNull()
})
