import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Consent, CustomerMessage } from '@/api/types'
import { mockCustomerServer, path, press, region } from '@/test/customerRecord'
import { list } from '@/test/examples'
import { waitForResponses } from '@/test/waitForResponses'

const { server, open, sentRequests } = mockCustomerServer('mensajes')
const title = 'Mensajes'

const message = (id: string, fields: Partial<CustomerMessage> = {}): CustomerMessage => ({
  id,
  kind: 'QR',
  status: 'SENT',
  createdAt: '2026-01-05T10:42:00Z',
  sentAt: '2026-01-05T10:42:01Z',
  deliveredAt: null,
  readAt: null,
  heldBy: null,
  error: null,
  ...fields,
})

const consent = (granted: boolean): Consent => ({
  id: granted ? 'yes' : 'no',
  kind: 'WHATSAPP',
  granted,
  at: '2026-01-05T10:42:00Z',
  stands: true,
  form: 'PORTAL',
  textVersion: '2026-11',
  givenBy: null,
})

const lines = async () =>
  (await within(screen.getByRole('region', { name: title })).findAllByRole('listitem')).map(
    ({ textContent }) => textContent ?? '',
  )

describe('the messages to a customer', () => {
  test('show their kind and steps', async () => {
    const read = {
      status: 'READ',
      deliveredAt: '2026-01-05T10:42:02Z',
      readAt: '2026-01-05T11:00:00Z',
    } as const
    server.respond(
      'get',
      `${path}/messages`,
      list([
        message('m1', read),
        message('m2', { kind: 'OTP', status: 'DELIVERED' }),
        message('m3', { kind: 'ONE_MORE' }),
      ]),
    )
    await open('BARBER')
    const [first, second, third] = await lines()
    expect(first).toMatch(/^QRLeídoCreado .* · enviado .* · entregado .* · leído /)
    expect(second).toMatch(/^CódigoEntregado/)
    expect(third).toMatch(/^Le falta una visitaEnviado/)
    expect(server.requests.find((request) => request.path === `${path}/messages`)?.search.get('limit')).toBe(
      '6',
    )
  })

  test.each<[Partial<CustomerMessage>, RegExp]>([
    [
      { status: 'FAILED', error: '131026: no tiene WhatsApp' },
      /FallidoC.*No llegará \(131026: no tiene WhatsApp\)/,
    ],
    [{ status: 'UNKNOWN' }, /Sin confirmar.*no se repite solo/],
    [{ status: 'DROPPED' }, /Descartado.*No se envió/],
    [{ status: 'QUEUED', sentAt: null, heldBy: 'DAILY' }, /En cola.*límite diario alcanzado/],
    [{ status: 'QUEUED', sentAt: null, heldBy: 'QUIET' }, /En cola.*fuera del horario de envíos/],
  ])('explain %j', async (fields, words) => {
    server.respond('get', `${path}/messages`, list([message('m1', fields)]))
    await open()
    expect((await lines())[0]).toMatch(words)
  })

  test('show a text when there are none', async () => {
    server.respond('get', `${path}/messages`, list([]))
    await open()
    expect(await screen.findByText('Aún no se le ha enviado nada por WhatsApp.')).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    server.respond('get', `${path}/messages`, { code: 'X', message: 'No.' }, 500)
    await open()
    expect(await screen.findByText('No se pudieron cargar los mensajes.')).toBeVisible()
    server.respond('get', `${path}/messages`, list([message('m1')]))
    await press('Reintentar')
    expect(await lines()).toHaveLength(1)
  })
})

describe('sending the QR again', () => {
  const pressSend = () => press('Reenviar QR')

  // Spec: admin-8
  test('shows the queued message', async () => {
    server.respond('get', `${path}/messages`, list([]))
    await open('ADMIN')
    server.respond('post', `${path}/qr/send`, { queued: true })
    server.respond('get', `${path}/messages`, list([message('m1', { status: 'QUEUED', sentAt: null })]))
    await pressSend()
    expect(await screen.findByText('QR en cola de envío.')).toBeVisible()
    expect((await lines())[0]).toMatch(/^QREn cola/)
    expect(sentRequests('POST')).toHaveLength(1)
  })

  test.each([
    [
      { queued: false, reason: 'El envío por WhatsApp está desactivado.' },
      /El envío por WhatsApp está desactivado\./,
    ],
    [{ queued: false, error: 'Sin saldo.' }, /Sin saldo\./],
    [{ queued: false }, /No se pudo enviar el QR\./],
  ])('shows why it failed: %j', async (response, words) => {
    server.respond('get', `${path}/messages`, list([]))
    await open()
    server.respond('post', `${path}/qr/send`, response)
    await pressSend()
    await waitFor(() => expect(region(title).getByText(words)).toBeVisible())
  })

  test('keeps its key in retries, and gets a new one after a response', async () => {
    server.respond('get', `${path}/messages`, list([]))
    await open()
    const keys = () => sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
    server.respond('post', `${path}/qr/send`, { code: 'BUSY', message: 'Ahora no.' }, 503)
    await pressSend()
    expect(await screen.findByText('Ahora no.')).toBeVisible()
    server.respond('post', `${path}/qr/send`, { queued: true })
    await pressSend()
    expect(await screen.findByText('QR en cola de envío.')).toBeVisible()
    await pressSend()
    await waitFor(() => expect(keys()).toHaveLength(4))
    expect(keys()[0]).toMatch(/^\S{16,}$/)
    expect(new Set(keys().slice(0, 3)).size).toBe(1)
    expect(keys()[3]).not.toBe(keys()[0])
  })

  // Spec: calls-28
  test('is not offered to a customer who has not accepted WhatsApp, with an alternative', async () => {
    server.respond('get', `${path}/messages`, list([]))
    server.respond(
      'get',
      `${path}/consents`,
      list([consent(false), { ...consent(true), id: 'before', stands: false }]),
    )
    await open('ADMIN')
    expect(await screen.findByText(/enséñale su QR en la pantalla o imprímelo/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reenviar QR' })).toBeNull()
  })

  test('is offered to a customer who accepts WhatsApp', async () => {
    server.respond('get', `${path}/messages`, list([]))
    server.respond('get', `${path}/consents`, list([consent(true)]))
    await open('ADMIN')
    await screen.findByRole('link', { name: 'Consentimientos 1' })
    expect(screen.getByRole('button', { name: 'Reenviar QR' })).toBeVisible()
  })

  test('is hidden from a barber', async () => {
    server.respond('get', `${path}/messages`, list([]))
    await open('BARBER')
    await screen.findByText('Aún no se le ha enviado nada por WhatsApp.')
    expect(screen.queryByRole('button', { name: 'Reenviar QR' })).toBeNull()
  })
})

describe("a customer's WhatsApp texts", () => {
  const panelTitle = 'Ha escrito por WhatsApp'
  const wrote = [{ text: '¿Tenéis hueco el lunes?', receivedAt: '2026-01-05T10:42:00Z' }]

  test('are shown to an administrator', async () => {
    server.respond('get', `${path}/texts`, list(wrote))
    await open('ADMIN')
    const panel = within(await screen.findByRole('region', { name: panelTitle }))
    expect(panel.getByRole('listitem')).toHaveTextContent('¿Tenéis hueco el lunes?')
    expect(panel.getByText(/Se guarda 30 días/)).toBeVisible()
  })

  test('are not fetched for a barber', async () => {
    await open('BARBER')
    await screen.findByRole('region', { name: title })
    expect(server.requests.some((request) => request.path.endsWith('/texts'))).toBe(false)
    expect(screen.queryByRole('region', { name: panelTitle })).not.toBeInTheDocument()
  })

  test('take no space when there are none', async () => {
    await open('OWNER')
    await waitForResponses(server)
    expect(server.requests.some((request) => request.path.endsWith('/texts'))).toBe(true)
    expect(screen.queryByRole('region', { name: panelTitle })).not.toBeInTheDocument()
  })
})
