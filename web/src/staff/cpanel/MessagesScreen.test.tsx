import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mailState } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { MessagesScreen } from './MessagesScreen'

const server = mockServer()
const code = {
  id: 'm1',
  businessId: 'b1',
  businessName: 'Norte',
  to: '+34611223344',
  kind: 'OTP',
  text: '123456 es tu código para ver tus puntos de Norte.',
  status: 'SENT',
  createdAt: '2026-01-02T10:00:00Z',
  sentAt: '2026-01-02T10:00:01Z',
  deliveredAt: null,
  readAt: null,
  heldBy: null,
  error: null,
  tries: 1,
}

test('shows in trial mode that nothing is sent', async () => {
  server.respond('get', '/cp/wa/messages', { items: [code], total: 1, nextCursor: null })
  server.respond('get', '/cp/mail', { ...mailState, whatsapp: 'TRIAL' })
  const { unmount } = await renderScreen(<MessagesScreen />, 'SUPERADMIN')
  expect(await screen.findByText('WhatsApp, de prueba: no sale nada')).toBeVisible()
  unmount()
  server.respond('get', '/cp/mail', { ...mailState, whatsapp: 'ON' })
  await renderScreen(<MessagesScreen />, 'SUPERADMIN')
  expect(await screen.findByText(/123456 es tu código/)).toBeVisible()
  expect(screen.queryByText(/no sale nada/)).toBeNull()
})

test('a message shows code, recipient, business and state', async () => {
  server.respond('get', '/cp/wa/messages', { items: [code], total: 1, nextCursor: null })
  await renderScreen(<MessagesScreen />, 'SUPERADMIN')
  const row = (await screen.findByText(/123456 es tu código/)).closest('tr')
  for (const words of ['+34 611 22 33 44', 'Código', 'Norte', 'Enviado']) expect(row).toHaveTextContent(words)
})

const noBusinesses = { items: [], total: 0, nextCursor: null }
beforeEach(() => {
  server.respond('get', '/cp/businesses', noBusinesses)
  server.respond('get', '/cp/wa/token', { endsAt: null, askedAt: null, near: false })
  server.respond('get', '/cp/wa/restored', { held: 0 })
  server.respond('get', '/cp/mail', mailState)
})

test('filters by business and kind, also from the address', async () => {
  const business = (id: string, name: string) => ({ id, name, status: 'ACTIVE', createdAt: code.createdAt })
  server.respond('get', '/cp/businesses', {
    items: [business('b2', 'Ñuble'), business('b1', 'Norte'), business('b3', 'Oca')],
    total: 3,
    nextCursor: null,
  })
  server.respond('get', '/cp/wa/messages', { items: [code], total: 1, nextCursor: null })
  await renderScreen(<MessagesScreen />, 'SUPERADMIN', '/?business=b1&kind=OTP')
  await screen.findByRole('option', { name: 'Oca' })
  const names = [...screen.getByLabelText('Negocio').querySelectorAll('option')].map((option) => option.label)
  expect(names).toEqual(['Todos los negocios', 'Norte', 'Ñuble', 'Oca'])
  expect(screen.getByLabelText('Negocio')).toHaveValue('b1')
  expect(screen.getByLabelText('Tipo')).toHaveValue('OTP')
  const last = () =>
    Object.fromEntries(server.requests.findLast(({ path }) => path === '/cp/wa/messages')?.search ?? [])
  expect(last()).toMatchObject({ businessId: 'b1', kind: 'OTP' })
  await userEvent.selectOptions(screen.getByLabelText('Negocio'), 'Ñuble')
  await userEvent.selectOptions(screen.getByLabelText('Tipo'), 'Felicitación')
  await waitFor(() => expect(last()).toMatchObject({ businessId: 'b2', kind: 'BIRTHDAY' }))
})

test('filters by state', async () => {
  server.respond('get', '/cp/wa/messages', { items: [code], total: 1, nextCursor: null })
  await renderScreen(<MessagesScreen />, 'SUPERADMIN')
  await screen.findByText(/123456/)
  server.respond('get', '/cp/wa/messages', { items: [], total: 0, nextCursor: null })
  await userEvent.selectOptions(screen.getByLabelText('Estado'), 'En cola')
  expect(await screen.findByText('Ningún mensaje coincide con lo que buscas.')).toBeVisible()
  await waitFor(() => expect(server.requests.at(-1)?.search.get('status')).toBe('QUEUED'))
})

test('messages that fail to load can be loaded again', async () => {
  server.respond('get', '/cp/wa/messages', {}, 403)
  await renderScreen(<MessagesScreen />, 'SUPERADMIN')
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudieron cargar los mensajes.')
  server.respond('get', '/cp/wa/messages', [])
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Aún no hay mensajes')).toBeVisible()
})

test.each([
  [{ status: 'SENDING' }, /Enviando$/, null],
  [{ status: 'READ', tries: 3 }, /Leído$/, /Intentos3$/],
  [
    { status: 'FAILED', error: '131026: no tiene WhatsApp', tries: 2 },
    /Fallido$/,
    /No llegará \(131026: no tiene WhatsApp\).*Intentos2$/,
  ],
  [{ status: 'UNKNOWN' }, /Sin confirmar$/, /No sabemos si llegó/],
  [{ status: 'DROPPED', error: 'REPLACED' }, /Descartado$/, /No se envió \(pidió otro código después\)/],
  [{ status: 'QUEUED', heldBy: 'SETUP' }, /En cola$/, /WhatsApp no acepta el remitente/],
  [{ status: 'QUEUED', heldBy: 'LATER' }, /En cola$/, /LATER/],
])(
  'a message with %j shows its state on one line and the rest in its details',
  async (fields, line, rest) => {
    server.respond('get', '/cp/wa/messages', { items: [{ ...code, ...fields }], total: 1, nextCursor: null })
    await renderScreen(<MessagesScreen />, 'SUPERADMIN')
    const toggle = await screen.findByRole('button', { name: '+34 611 22 33 44 Detalles', expanded: false })
    expect(toggle.closest('tr')).toHaveTextContent(line)
    expect(screen.getAllByRole('row')).toHaveLength(2)
    await userEvent.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    const details = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
    expect(details).toHaveTextContent(code.text)
    expect(details).toHaveTextContent('NegocioNorte')
    expect(details).toHaveTextContent(/Enviadoviernes, 2 de enero de 2026/)
    if (rest) expect(details).toHaveTextContent(rest)
    await userEvent.click(toggle)
    expect(screen.getAllByRole('row')).toHaveLength(2)
  },
)

test('the filter has every state', async () => {
  server.respond('get', '/cp/wa/messages', { items: [code], total: 1, nextCursor: null })
  await renderScreen(<MessagesScreen />, 'SUPERADMIN')
  const states = screen.getByLabelText('Estado')
  expect([...states.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    '',
    'QUEUED',
    'SENDING',
    'SENT',
    'DELIVERED',
    'READ',
    'FAILED',
    'DROPPED',
    'UNKNOWN',
  ])
})
