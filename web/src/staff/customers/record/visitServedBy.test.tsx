import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { business, list, visit } from '@/test/examples'

const { server, open, sentRequests } = mockCustomerServer()
const servedByPath = '/visits/v1/served-by'

beforeEach(() => {
  server.respond('get', '/business', { ...business, servedByEnabled: true })
  server.respond(
    'get',
    '/counter/staff',
    list([
      { id: 'u1', name: 'Marta', self: true },
      { id: 'u2', name: 'Luis', self: false },
    ]),
  )
})

const change = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Cambiar quién atendió/ }))

test('the owner corrects who did the service of a visit', async () => {
  await open('OWNER')
  await change()
  expect(screen.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await screen.findByRole('option', { name: 'Luis' })
  await userEvent.selectOptions(screen.getByLabelText('Atendió'), 'Luis')
  server.respond('post', servedByPath, {}, 204)
  server.respond(
    'get',
    `${path}/visits`,
    list([visit('v1', '2026-10-12T09:33:00Z', { registeredBy: 'Marta', servedBy: 'Luis' })]),
  )
  await press('Guardar')
  expect(await screen.findByText(/Atendió Luis\. Registrada por/)).toBeVisible()
  expect(sentRequests('POST')).toMatchObject([{ path: servedByPath, body: { servedById: 'u2' } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refused correction shows the reason in its dialog', async () => {
  await open('ADMIN')
  await change()
  await screen.findByRole('option', { name: 'Luis' })
  await userEvent.selectOptions(screen.getByLabelText('Atendió'), 'Luis')
  server.respond('post', servedByPath, { code: 'VALIDATION', message: 'Esa persona no es del equipo.' }, 422)
  await press('Guardar')
  expect(await screen.findByText('No se pudo cambiar quién atendió.')).toBeVisible()
  expect(screen.getByText('Esa persona no es del equipo.')).toBeVisible()
})

test.each([
  ['BARBER', true],
  ['OWNER', false],
] as const)(
  '%s with the choice at the counter %j is offered no correction',
  async (role, servedByEnabled) => {
    server.respond('get', '/business', { ...business, servedByEnabled })
    await open(role)
    await screen.findByText('11:33')
    await waitFor(() => expect(server.pendingCount()).toBe(0))
    expect(screen.queryByRole('button', { name: /^Cambiar quién atendió/ })).toBeNull()
  },
)
