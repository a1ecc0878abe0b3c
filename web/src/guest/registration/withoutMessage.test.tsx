import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PageDataContext } from '@/api/pageData'
import type { PublicBusiness } from '@/api/types'
import { mockServer } from '@/test/server'
import { RegisterScreen } from './RegisterScreen'

const server = mockServer()
const business = { id: 'b1', name: 'Barbería Sur', status: 'ACTIVE', country: 'ES' } as PublicBusiness

test('no message is promised when the server sends none', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const id = 'c1234567890abcdef'
  server.respond('post', '/public/customers/register', { id, qrSentBy: null }, 201)
  server.respond('get', `/public/customers/${id}/phone-proof`, { verified: false, offered: false })
  render(
    <PageDataContext.Provider value={{ business }}>
      <RegisterScreen businessId="b1" />
    </PageDataContext.Provider>,
  )
  await userEvent.type(screen.getByLabelText('Nombre y apellidos'), 'Ana Ruiz')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.click(screen.getByRole('checkbox', { name: /privacidad/ }))
  await userEvent.click(screen.getByRole('button', { name: /Crear mi cuenta/ }))
  expect(await screen.findByText(/Guárdalo ahora/)).toBeVisible()
  expect(screen.queryByText(/te enviamos el QR por WhatsApp/)).toBeNull()
})
