import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { adjusted, business, customer, list, progress } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import './CheckinScreen'

const server = mockServer()
const path = '/customers/ana0123456789'
const actName = 'Trae sellos de una tarjeta de papel'

const newcomer = customer({ createdAt: new Date(Date.now() - 80 * 86_400_000).toISOString() })

beforeEach(() => {
  localStorage.clear()
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/customers', list([]))
  server.respond('get', path, newcomer)
  server.respond('get', `${path}/progress`, progress({ count: 0 }))
  server.respond('get', `${path}/adjustments`, list([]))
  server.respond('post', '/customers/lookup', newcomer)
})

const box = () => screen.findByLabelText('Escanea o busca al cliente')
const act = () => screen.findByRole('button', { name: actName })
const requestsTo = (to: string) => server.requests.filter((request) => request.path === `${path}${to}`)

test('a phone, one tap and the stamps enter a paper card; then the box waits for the next phone', async () => {
  openApp('/staff/checkin', 'ADMIN')
  await userEvent.type(await box(), '612345678{Enter}')
  await userEvent.click(await act())
  expect(screen.getByLabelText('Sellos que trae en papel')).toHaveFocus()
  await userEvent.keyboard('6')
  expect(screen.getByText('Quedarán 6 de 10 sellos. No se le debe nada todavía.')).toBeVisible()
  const after = progress({ count: 6 })
  server.respond('post', `${path}/opening-balance`, adjusted({ stamps: 6, progress: after }), 201)
  server.respond('get', `${path}/adjustments`, list([openingBalance]))
  await userEvent.click(screen.getByRole('button', { name: 'Anotar los sellos' }))
  expect(await screen.findByText(/: 6 sellos de papel anotados\./)).toHaveTextContent('Ana Gómez')
  expect(await box()).toHaveFocus()
  expect(screen.getByText('Lleva 6 sellos de 10.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: actName })).toBeNull())
  await userEvent.keyboard('699')
  expect(await box()).toHaveValue('699')
  const [request] = requestsTo('/opening-balance')
  expect(request?.body).toEqual({ stamps: 6 })
  expect(request?.headers.get('Idempotency-Key')).toBeTruthy()
})

test('paper stamps are not offered once the card has an opening balance', async () => {
  server.respond('get', `${path}/adjustments`, list([openingBalance]))
  openApp('/staff/checkin?cid=ana0123456789', 'ADMIN')
  await waitFor(() => expect(requestsTo('/adjustments')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Añadir visita' })).toBeVisible()
  expect(screen.queryByRole('button', { name: actName })).toBeNull()
})

test('paper stamps are not offered to a customer of more than 90 days, and adjustments are not fetched', async () => {
  const createdAt = new Date(Date.now() - 100 * 86_400_000).toISOString()
  server.respond('get', path, customer({ createdAt }))
  openApp('/staff/checkin?cid=ana0123456789', 'ADMIN')
  expect(await screen.findByRole('button', { name: 'Añadir visita' })).toBeVisible()
  expect(screen.queryByRole('button', { name: actName })).toBeNull()
  expect(requestsTo('/adjustments')).toEqual([])
})

test('paper stamps are offered again after the opening balance was undone', async () => {
  server.respond(
    'get',
    `${path}/adjustments`,
    list([{ ...openingBalance, undoneAt: '2026-11-20T10:00:00Z' }]),
  )
  openApp('/staff/checkin?cid=ana0123456789', 'ADMIN')
  expect(await act()).toBeVisible()
})

test('a barber may not enter paper stamps by default, and adjustments are not fetched', async () => {
  openApp('/staff/checkin?cid=ana0123456789', 'BARBER')
  expect(await screen.findByRole('button', { name: 'Añadir visita' })).toBeVisible()
  expect(screen.queryByRole('button', { name: actName })).toBeNull()
  expect(requestsTo('/adjustments')).toEqual([])
})

test('a barber may enter paper stamps where the owner allows it', async () => {
  server.respond('get', '/business', { ...business, barberOpenings: true })
  openApp('/staff/checkin?cid=ana0123456789', 'BARBER')
  expect(await act()).toBeVisible()
})

test('claimed stamps are shown above the card, in place of the button for paper stamps', async () => {
  server.respond('get', `${path}/progress`, progress({ claimedStamps: 4 }))
  openApp('/staff/checkin?cid=ana0123456789', 'ADMIN')
  const claim = await screen.findByRole('region', { name: 'Tarjeta de papel' })
  const card = await screen.findByRole('img', { name: '4 de 10 visitas' })
  expect(claim.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByRole('button', { name: actName })).toBeNull()
})

const openingBalance = {
  id: 'a1',
  kind: 'OPENING',
  stamps: 6,
  reason: null,
  note: null,
  createdAt: '2026-11-19T10:00:00Z',
  createdBy: 'Luis Tejada',
  undoneAt: null,
}
