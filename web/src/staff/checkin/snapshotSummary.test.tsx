import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Snapshot } from '@/acts/staff/snapshot/snapshot'
import { sayMoment } from '@/lib/dates'
import {
  ana,
  box,
  handlers,
  luis,
  mockCounterServer,
  panel,
  qr,
  renderCounter,
  scan,
  visit,
  waitingVisits,
} from '@/test/counter'
import { progress } from '@/test/examples'
import { knownCustomer, qrHashKey, serverHash } from '@/test/knownCustomers'

mockCounterServer()

/** The id of a QR that Ana has replaced. */
const former = 'former0123456789'

/** Ana's id; her QR has another one. */
const record = 'r7k2m9x4q1w8e5r3t6y0uiopzx'

const snapshotCustomer = knownCustomer(record, {
  name: 'Ana G.',
  stamps: 14,
  owed: ['HALF'],
  qr: serverHash(ana),
  endedQrs: [serverHash(former)],
})

/** Renders a counter with a snapshot and no network. */
async function renderOffline({ asOf = '2026-11-20T10:00:00Z', timezone = '' } = {}) {
  const fetchPage = vi.fn(async () => ({
    customers: [snapshotCustomer],
    gone: [],
    whole: true,
    asOf,
    qrKey: 'none',
    qrHashKey,
    nextCursor: null,
  }))
  const nowhere = async () => undefined
  const vault = { read: async () => null, write: nowhere, erase: nowhere }
  const snapshot = new Snapshot({ owner: 'barber', store: vault, fetchPage })
  await snapshot.refresh()
  vi.stubGlobal('navigator', Object.create(navigator, { onLine: { value: false } }))
  for (const call of Object.keys(handlers)) delete handlers[call]
  if (timezone) handlers['GET /business'] = () => ({ id: 'b', name: 'Barbería Demo', timezone })
  renderCounter('BARBER', null, snapshot)
}

test.each([
  ['of a customer of the snapshot', ana, record],
  ['of another customer', luis, luis.slice(0, 8)],
])('an offline scan %s leaves no QR on the device', async (_, qrId, storedId) => {
  await renderOffline()
  scan(qr(qrId))
  await waitFor(() => expect(panel()).toHaveTextContent('Guardada en este dispositivo'))
  const visits = waitingVisits()
  expect(visits).toMatchObject([
    { subject: { customerId: storedId }, idHash: expect.any(String), scanned: true },
  ])
  expect(JSON.stringify(visits)).not.toContain(qrId)
  expect(JSON.stringify({ ...localStorage })).not.toContain(qrId)
})

test('an offline visit shows the customer and their card, and no redemption', async () => {
  await renderOffline()
  scan(qr(ana))
  expect(await screen.findByRole('heading', { name: 'Ana G. ··42' })).toBeVisible()
  expect(panel()).toHaveTextContent('Llevaba 4 de 10 sellos. Más el de ahora, que está sin enviar.')
  expect(panel()).toHaveTextContent(
    'Se le debe: 50 % de descuento. Ahora no se puede canjear: el servidor no responde.',
  )
  expect(waitingVisits()[0]?.name).toBe('Ana G. ··42')
})

test('the time of the snapshot is shown in the time zone of the business', async () => {
  const [asOf, timezone] = [new Date().toISOString(), 'America/Mexico_City']
  await renderOffline({ asOf, timezone })
  scan(qr(ana))
  await waitFor(() => expect(panel()).toHaveTextContent(`(${sayMoment(asOf, { timeZone: timezone })})`))
})

test("the card's sign shows the business's name once the server responds", async () => {
  await renderOffline()
  scan(qr(ana))
  await screen.findByText('Guardada en este dispositivo')
  vi.stubGlobal('navigator', Object.create(navigator, { onLine: { value: true } }))
  handlers['GET /business'] = () => ({ id: 'b', name: 'Barbería Demo', timezone: 'Europe/Madrid' })
  handlers[`POST /customers/${ana}/visits`] = () => visit({ count: 5 })
  handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 5 })
  await userEvent.click(screen.getByRole('button', { name: 'Enviar ahora' }))
  expect(await screen.findByText('Visita registrada')).toBeVisible()
  expect(await screen.findByText('Barbería Demo')).toBeVisible()
})

test('a QR of an unknown customer is accepted with a notice', async () => {
  await renderOffline()
  scan(qr(luis))
  expect(await screen.findByText(/ahora no puede comprobar su QR/)).toBeVisible()
  expect(panel()).toHaveTextContent('Guardada en este dispositivo')
  expect(waitingVisits()).toHaveLength(1)
})

test('a QR of another business is refused offline', async () => {
  await renderOffline()
  scan(JSON.stringify({ type: 'AXIOMA_CUSTOMER', customerId: luis, businessId: 'another', signature: 'x' }))
  await waitFor(() => expect(panel()).toHaveTextContent('Este QR es de otro negocio.'))
  expect(waitingVisits()).toEqual([])
})

// Spec: portal-18
test('an ended QR is refused offline', async () => {
  await renderOffline()
  scan(qr(former))
  await waitFor(() => expect(panel()).toHaveTextContent('Este QR ya no vale: pide el nuevo.'))
  expect(waitingVisits()).toEqual([])
})

test('a name is found offline and its card opened', async () => {
  await renderOffline()
  await userEvent.type(box(), 'an')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver la tarjeta de Ana G. ··42' }))
  expect(await screen.findByRole('heading', { name: 'Ana G. ··42' })).toBeVisible()
  expect(panel()).toHaveTextContent('Llevaba 4 de 10 sellos.')
  expect(panel()).not.toHaveTextContent('Más el de ahora')
  await userEvent.click(screen.getByRole('button', { name: 'Añadir visita' }))
  await waitFor(() =>
    expect(waitingVisits()).toMatchObject([{ name: 'Ana G. ··42', subject: { customerId: record } }]),
  )
})

test('a customer scanned and then found by name offline waits with one visit', async () => {
  await renderOffline()
  scan(qr(ana))
  await screen.findByText('Guardada en este dispositivo')
  await userEvent.type(box(), 'an')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver la tarjeta de Ana G. ··42' }))
  expect(panel()).not.toHaveTextContent('Guardada en este dispositivo')
  await userEvent.click(screen.getByRole('button', { name: 'Añadir visita' }))
  expect(await screen.findByText('Guardada en este dispositivo')).toBeVisible()
  expect(waitingVisits()).toMatchObject([{ subject: { customerId: record } }])
})
