import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Business } from '@/api/types'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import './SettingsScreen'

const server = mockServer()
const unsaid = { legalName: null, taxId: null, legalAddress: null, contactEmail: null }
const save = 'Guardar cambios'

async function open(fields: Partial<Business> = {}) {
  server.respondNotFound()
  server.respond('get', '/business', { ...business, ...fields })
  openApp('/app/settings?seccion=legal')
  return within(await screen.findByRole('region', { name: 'Datos legales' }))
}

const sentRequests = () => server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

test('legal data are saved trimmed, and shown as the server normalizes them', async () => {
  const panel = await open(unsaid)
  expect(panel.getByText(/Faltan datos que la ley pide mostrar/)).toBeVisible()
  await userEvent.type(panel.getByLabelText('Titular'), ' Ana Gil ')
  await userEvent.type(panel.getByLabelText('NIF'), '12345678z')
  await userEvent.type(panel.getByLabelText('Correo para tus clientes'), 'ana@sur.test')
  const savedFields = {
    legalName: 'Ana Gil',
    taxId: '12345678Z',
    legalAddress: null,
    contactEmail: 'ana@sur.test',
  }
  server.respond('patch', '/business', { ...business, ...savedFields })
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await screen.findByText('Guardado.')).toBeVisible()
  expect(sentRequests()).toEqual([{ legalName: 'Ana Gil', taxId: '12345678z', contactEmail: 'ana@sur.test' }])
  expect(panel.getByLabelText('NIF')).toHaveValue('12345678Z')
  expect(panel.getByText(/Faltan datos/)).toBeVisible()
})

test("one changed field is sent with the version, and another user's changes stay", async () => {
  const panel = await open()
  await userEvent.type(panel.getByLabelText('Titular'), ' Gil')
  const since = { ...business, version: 2, legalAddress: 'Calle Nueva 1' }
  server.respond('get', '/business', since)
  server.respond('patch', '/business', { code: 'BUSINESS_CHANGED', message: 'Otra persona.' }, 409)
  await userEvent.click(screen.getByRole('button', { name: save }))
  await waitFor(() =>
    expect(server.requests.filter(({ method }) => method === 'PATCH').length).toBeGreaterThan(1),
  )
  const [first, second] = server.requests.filter(({ method }) => method === 'PATCH')
  expect(first?.headers.get('If-Match')).toBe('"1"')
  expect(second?.headers.get('If-Match')).toBe('"2"')
  expect(second?.body).toEqual({ legalName: 'Manuel Ortega Vidal Gil' })
})

test('a field that both users have changed needs a choice, and the others are saved', async () => {
  const panel = await open()
  await userEvent.type(panel.getByLabelText('Titular'), ' Gil')
  await userEvent.type(panel.getByLabelText('Domicilio'), ', bajo')
  const since = { ...business, version: 2, legalName: 'Manuel Ortega SL' }
  server.respond('get', '/business', since)
  server.respond('patch', '/business', { code: 'BUSINESS_CHANGED', message: 'Otra persona.' }, 409)
  const release = server.hold('get', '/business')
  await userEvent.click(screen.getByRole('button', { name: save }))
  await waitFor(() => expect(server.pendingCount()).toBe(1))
  const partly = { ...since, version: 3, legalAddress: 'Calle del Ejemplo 7, Madrid, bajo' }
  server.respond('patch', '/business', partly)
  release(since)
  expect(await screen.findByText('Lo demás ya está guardado.')).toBeVisible()
  expect(sentRequests().at(-1)).toEqual({ legalAddress: 'Calle del Ejemplo 7, Madrid, bajo' })
  const other = within(screen.getByRole('group', { name: 'Cambio de otra persona en titular' }))
  expect(other.getByText('Manuel Ortega SL')).toBeVisible()
  await userEvent.click(other.getByRole('button', { name: 'Mantener lo mío' }))
  server.respond('patch', '/business', { ...partly, version: 4, legalName: 'Manuel Ortega Vidal Gil' })
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await screen.findByText('Guardado.')).toBeVisible()
  expect(sentRequests().at(-1)).toEqual({ legalName: 'Manuel Ortega Vidal Gil' })
})

test('complete data show no notice and link to the legal page', async () => {
  const panel = await open()
  expect(panel.queryByText(/Faltan datos/)).toBeNull()
  expect(panel.getByRole('link', { name: 'Ver cómo queda' })).toHaveAttribute(
    'href',
    '/legal/privacidad?bid=b1',
  )
})

test('a doubtful tax number shows a hint and is saved', async () => {
  const panel = await open()
  const taxId = panel.getByLabelText('NIF')
  expect(taxId).not.toHaveAccessibleDescription()
  await userEvent.clear(taxId)
  await userEvent.type(taxId, 'DE123456789')
  expect(taxId).toHaveAccessibleDescription(/No parece un NIF, NIE o CIF español/)
  server.respond('patch', '/business', { ...business, taxId: 'DE123456789' })
  await userEvent.click(screen.getByRole('button', { name: save }))
  expect(await screen.findByText('Guardado.')).toBeVisible()
})

test('a refusal shows at its field and keeps the input', async () => {
  const panel = await open()
  await userEvent.type(panel.getByLabelText('Correo para tus clientes'), '!')
  const errors = [{ field: 'contactEmail', message: 'El correo no es válido.' }]
  server.respond(
    'patch',
    '/business',
    { code: 'VALIDATION', message: 'El correo no es válido.', errors },
    422,
  )
  await userEvent.click(screen.getByRole('button', { name: save }))
  await waitFor(() =>
    expect(panel.getByLabelText('Correo para tus clientes')).toHaveAccessibleDescription(/no es válido/),
  )
  expect(panel.getByLabelText('Correo para tus clientes')).toHaveValue('privacidad@demo.test!')
})
