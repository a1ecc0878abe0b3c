import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Consent } from '@/api/types'
import { mockCustomerServer, path, press, region } from '@/test/customerRecord'
import { list } from '@/test/examples'
import { sentence } from '@/test/sentence'
import { waitForResponses } from '@/test/waitForResponses'
import { acceptsMarketing, currentConsent, groupStatements } from './consentHistory'

const { server, open, sentRequests } = mockCustomerServer('consentimientos')

const entry = (id: string, fields: Partial<Consent>): Consent => ({
  id,
  kind: 'WHATSAPP',
  granted: true,
  at: '2026-07-01T22:30:00Z',
  stands: true,
  form: 'PUBLIC_REGISTER',
  textVersion: '2026-11',
  givenBy: null,
  ...fields,
})

const registrationConsents = [
  entry('1', { kind: 'PRIVACY' }),
  entry('2', {}),
  entry('3', { kind: 'SMS', granted: false }),
]
const change: Partial<Consent> = { at: '2026-08-03T10:00:00Z', form: 'STAFF', granted: false }
const withdrawn = [
  entry('5', { ...change, kind: 'SMS' }),
  entry('4', change),
  entry('1', { kind: 'PRIVACY' }),
  entry('2', { stands: false }),
  entry('3', { kind: 'SMS', granted: false, stands: false }),
]

describe('the consent history', () => {
  test('is grouped into statements', () => {
    const statements = groupStatements([...withdrawn, entry('6', { kind: 'EMAIL', givenBy: 'Eva Gil' })])
    expect(
      statements.map(({ form, granted, refused, givenBy }) => ({ form, granted, refused, givenBy })),
    ).toEqual([
      { form: 'STAFF', granted: [], refused: ['WHATSAPP', 'SMS'], givenBy: null },
      { form: 'PUBLIC_REGISTER', granted: ['PRIVACY', 'WHATSAPP'], refused: ['SMS'], givenBy: null },
      { form: 'PUBLIC_REGISTER', granted: ['EMAIL'], refused: [], givenBy: 'Eva Gil' },
    ])
  })

  test.each([
    [registrationConsents, 'WHATSAPP', true],
    [registrationConsents, 'SMS', false],
    [registrationConsents, 'EMAIL', null],
    [withdrawn, 'WHATSAPP', false],
    [withdrawn, 'PRIVACY', true],
  ] as const)('has the last entry as current consent (%#)', (history, purpose, stands) => {
    expect(currentConsent(history, purpose)).toBe(stands)
  })

  test('counts current consents as marketing, but not the privacy policy', () => {
    expect(acceptsMarketing(registrationConsents)).toBe(true)
    expect(acceptsMarketing(withdrawn)).toBe(false)
  })
})

const fact = (name: string) =>
  region('Consentimientos').getByText(name, { selector: 'dt' }).nextElementSibling

describe('the consents of a customer', () => {
  test("are shown with times in the business's time zone", async () => {
    server.respond(
      'get',
      `${path}/consents`,
      list([...registrationConsents, entry('6', { kind: 'EMAIL', givenBy: 'Eva Gil' })]),
    )
    await open('ADMIN')
    const history = within(await screen.findByRole('region', { name: 'Historial' }))
    expect(history.getAllByText('Formulario de registro')[0]).toBeVisible()
    expect(history.getAllByText('jueves, 2 de julio de 2026, 0:30')[0]).toBeVisible()
    expect(history.getByText(/Política de privacidad, Mensajes por WhatsApp/)).toHaveTextContent(/^Sí:/)
    expect(history.getByText(sentence('Lo dio Eva Gil, su madre, padre o tutor'))).toBeVisible()
    expect(history.getAllByText('Texto 2026-11')[0]).toBeVisible()
    expect(fact('Promociones')).toHaveTextContent('Sin preguntar')
  })

  test("can be withdrawn at the customer's request", async () => {
    server.respond('get', `${path}/consents`, list(registrationConsents))
    server.respond('post', `${path}/unsubscribe`, { ok: true })
    await open('OWNER')
    await screen.findByRole('region', { name: 'Historial' })
    await press('No quiere publicidad')
    expect(sentRequests('POST')).toEqual([])
    server.respond('get', `${path}/consents`, list(withdrawn))
    await press('Dejar de enviar')
    expect(await screen.findByText(sentence('Anotado: Ana Gómez no recibirá más publicidad.'))).toBeVisible()
    expect(await screen.findByText('No recibe publicidad.')).toBeVisible()
    expect(fact('Mensajes por SMS')).toHaveTextContent('No aceptado')
    expect(screen.queryByRole('button', { name: 'No quiere publicidad' })).toBeNull()
  })

  test('show why a withdrawal failed', async () => {
    server.respond('get', `${path}/consents`, list(registrationConsents))
    server.respond('post', `${path}/unsubscribe`, { code: 'CONFLICT', message: 'Ahora no.' }, 409)
    await open('OWNER')
    await screen.findByRole('region', { name: 'Historial' })
    await press('No quiere publicidad')
    await press('Dejar de enviar')
    expect(await screen.findByText('No se pudo anotar.')).toBeVisible()
    expect(screen.getByText('Ahora no.')).toBeVisible()
  })

  test('are empty for a customer who was never asked', async () => {
    server.respond('get', `${path}/consents`, list([]))
    await open('ADMIN')
    expect(await screen.findByText(/nunca se le ha preguntado/)).toBeVisible()
    expect(screen.getByText('No recibe publicidad.')).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    server.respond('get', `${path}/consents`, {}, 400)
    await open('ADMIN')
    expect(await screen.findByText('No se pudieron cargar los consentimientos.')).toBeVisible()
    server.respond('get', `${path}/consents`, list(registrationConsents))
    await press('Reintentar')
    expect(await screen.findByRole('region', { name: 'Historial' })).toBeVisible()
  })

  test('are hidden from barbers', async () => {
    await open('BARBER')
    expect(screen.queryByRole('region', { name: 'Consentimientos' })).toBeNull()
  })
})

test.each([
  ['NOW', false, 'Hola, Ana. Te escribimos de'],
  ['NOW', true, 'responde BAJA'],
] as const)(
  'a record greets with the message that the server allows: %s, invites %s',
  async (state, invites, text) => {
    server.respond('get', `${path}/greeting`, { state, invites })
    server.respond('post', `${path}/greeting`, {})
    await open('ADMIN', { greetedAt: '2026-07-01T22:30:00Z', greetingUndoableUntil: '2026-07-02T22:30:00Z' })
    expect(screen.queryByRole('button', { name: /^No lo envié/ })).toBeNull()
    const greeting = await screen.findByRole('link', { name: 'Escribir por WhatsApp' })
    expect(new URL(greeting.getAttribute('href') ?? '').searchParams.get('text')).toContain(text)
    greeting.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(greeting)
    await waitFor(() => expect(sentRequests('POST').map(({ body }) => body)).toEqual([{ invites }]))
  },
)

test.each([
  ['NO_CONSENT', 'Sin escribir: no ha aceptado publicidad'],
  ['HELD_BACK', 'Sin escribir: este trimestre queda aparte para comparar'],
  ['INVITED', /^Ya le has escrito .*; espera 30 días$/],
] as const)('the record gives the same reason not to greet as the lists: %s', async (state, text) => {
  server.respond('get', `${path}/greeting`, { state, invites: true })
  await open('ADMIN', { greetedAt: '2026-07-01T22:30:00Z', greetingUndoableUntil: '2026-07-02T22:30:00Z' })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Escribir por WhatsApp' })).toBeNull()
})

test.each([
  ['ADMIN', true],
  ['BARBER', false],
] as const)('%s may undo a greeting that was not sent: %s', async (role, may) => {
  const greetedAt = '2999-07-01T22:30:00Z'
  server.respond('delete', `${path}/greeting`, {})
  await open(role, { greetedAt, greetingUndoableUntil: '2999-07-02T22:30:00Z' })
  expect(await screen.findByText(/^Escrito /)).toBeVisible()
  expect(screen.queryAllByRole('button', { name: /^No lo envié/ })).toHaveLength(may ? 1 : 0)
  await waitForResponses(server)
  expect(screen.queryByRole('link', { name: 'Escribir por WhatsApp' }), 'greeted twice').toBeNull()
  if (!may) return
  await press(/^No lo envié/)
  expect(await screen.findByText('Anotado: no le has escrito.')).toBeVisible()
  expect(server.requests.find(({ method }) => method === 'DELETE')?.search.get('at')).toBe(greetedAt)
})
