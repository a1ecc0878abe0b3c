import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Toaster } from '@/kit/Toaster'
import { business } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { NewCustomerForm } from './NewCustomerForm'

const server = mockServer()

// Spec: errors-36
test("a failure without a message shows the screen's own message in form and toast", async () => {
  server.respond('get', '/customers', { items: [], total: 0, nextCursor: null })
  server.respond('get', '/business', business)
  server.respond('post', '/customers', {}, 500)
  await renderScreen(
    <>
      <NewCustomerForm name="" phone="" onCreated={() => undefined} />
      <Toaster />
    </>,
  )
  await userEvent.type(screen.getByLabelText('Nombre completo'), 'Ana')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Esporádico')
  await userEvent.click(screen.getByRole('button', { name: 'Crear cliente' }))
  const failures = () => screen.getAllByText(/No se pudo crear\./)
  const texts = () => failures().map(({ textContent }) => textContent)
  await waitFor(() => expect(texts()).toEqual(['❌ Error: No se pudo crear.', 'No se pudo crear.']))
  const place = screen.getByLabelText('Tipo de bono').compareDocumentPosition(failures()[0] as Node)
  expect(place, 'beside the button').toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
