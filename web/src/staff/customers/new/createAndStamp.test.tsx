import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { business, customer, list, registeredVisit } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import './NewCustomerScreen'

const server = mockServer()
const visits = '/customers/ana0123456789/visits'

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/customers', list([]))
  server.respond('post', '/customers', { ...customer(), existed: false }, 201)
  server.respond('post', visits, registeredVisit(), 201)
})

const posts = () => server.requests.filter(({ method }) => method === 'POST')

async function createAndStamp() {
  openApp('/app/customers/new')
  await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Esporádico')
  await userEvent.click(screen.getByRole('button', { name: 'Crear y sellar' }))
}

// Spec: new-customer-4
test('one button creates the customer and registers a visit, each with its own key', async () => {
  await createAndStamp()
  expect(await screen.findByText('Visita registrada.')).toBeVisible()
  expect(posts().map(({ path }) => path)).toEqual(['/customers', visits])
  const keys = posts().map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBeTruthy()
  expect(new Set(keys).size).toBe(2)
})

test('the result is shown on the screen only, because on a phone a toast would cover it', async () => {
  await createAndStamp()
  expect(await screen.findByText('Visita registrada.')).toBeVisible()
  expect(screen.getAllByText(/Cliente creado/)).toHaveLength(1)
})

test('Enter creates the customer without a visit', async () => {
  openApp('/app/customers/new')
  await userEvent.type(await screen.findByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Esporádico')
  await userEvent.type(screen.getByLabelText('Nombre completo'), 'Ana Gómez{Enter}')
  expect(await screen.findByRole('link', { name: 'Abrir la ficha' })).toBeVisible()
  expect(posts().map(({ path }) => path)).toEqual(['/customers'])
})

// Spec: new-customer-4
test('a visit without a response waits on the device, and the customer is created', async () => {
  server.respond('post', visits, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 503)
  await createAndStamp()
  expect(await screen.findByRole('link', { name: 'Abrir la ficha' }, { timeout: 8000 })).toBeVisible()
  expect(screen.getByText(/Visita guardada en este dispositivo/)).toBeVisible()
  expect(screen.getByRole('status', { name: 'Visitas de este dispositivo' })).toHaveTextContent(
    'Una visita sin enviar',
  )
  const keys = posts()
    .filter(({ path }) => path === visits)
    .map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys).size).toBe(1)
  expect(posts().filter(({ path }) => path === '/customers')).toHaveLength(1)
})

test('a refused visit shows the reason, and the customer is created', async () => {
  server.respond('post', visits, { code: 'CARD_BUSY', message: 'La tarjeta está ocupada.' }, 422)
  await createAndStamp()
  expect(await screen.findByText('No se pudo registrar la visita.')).toBeVisible()
  expect(screen.getByText(/La tarjeta está ocupada\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abrir la ficha' })).toBeVisible()
})

// Spec: new-customer-4
test('an existing customer gets no visit before the staff have seen the record', async () => {
  server.respond('post', '/customers', { ...customer(), existed: true }, 200)
  await createAndStamp()
  expect(await screen.findByText(/ya existía/)).toBeVisible()
  expect(screen.getByText(/No se ha registrado ninguna visita/)).toBeVisible()
  await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['/customers']))
})
