import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '@/api/types'
import { adjusted, business, customer, progress } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import './CheckinScreen'

const server = mockServer()
const path = '/customers/ana0123456789'

beforeEach(() => {
  localStorage.clear()
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', path, customer())
  server.respond('get', `${path}/progress`, progress({ claimedStamps: 4 }))
})

async function open(role: Role) {
  openApp('/staff/checkin?cid=ana0123456789', role)
  return within(await screen.findByRole('region', { name: 'Tarjeta de papel' }))
}

const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)

test('the stamps that a customer claims are entered with one tap', async () => {
  const hint = await open('ADMIN')
  expect(hint.getByText('Dice que trae 4 sellos en papel')).toBeVisible()
  server.respond(
    'post',
    `${path}/opening-balance`,
    adjusted({ stamps: 4, progress: progress({ count: 4 }) }),
    201,
  )
  server.respond('get', `${path}/progress`, progress({ count: 4 }))
  await userEvent.click(hint.getByRole('button', { name: 'Anotar los 4 sellos' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Tarjeta de papel' })).toBeNull())
  expect(sentRequests('POST')[0]?.body).toEqual({ stamps: 4 })
  expect(sentRequests('POST')[0]?.headers.get('Idempotency-Key')).toBeTruthy()
})

test('claimed stamps are rejected after a confirmation', async () => {
  const hint = await open('ADMIN')
  await userEvent.click(hint.getByRole('button', { name: 'No los trae' }))
  expect(sentRequests('DELETE')).toEqual([])
  server.respond('delete', `${path}/claimed-stamps`, { ok: true })
  server.respond('get', `${path}/progress`, progress())
  vi.setSystemTime(Date.now() + 2000) // the button ignores double taps
  await userEvent.click(hint.getByRole('button', { name: 'No los trae' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Tarjeta de papel' })).toBeNull())
  expect(sentRequests('DELETE')).toHaveLength(1)
})

test('by default a barber sees the claim without buttons', async () => {
  const hint = await open('BARBER')
  expect(hint.getByText('No cuentan hasta que un administrador los confirme.')).toBeVisible()
  expect(hint.queryByRole('button')).toBeNull()
})

test('asks whether the half reward is still owed, and shows what will be owed before saving', async () => {
  server.respond('get', `${path}/progress`, progress({ claimedStamps: 7, count: 0 }))
  const hint = await open('ADMIN')
  expect(hint.getByRole('status')).toHaveTextContent('Tendrá 7 de 10 sellos. No se le deberá nada')
  await userEvent.click(hint.getByRole('checkbox', { name: 'Todavía se le debe el 50 %' }))
  expect(hint.getByRole('status')).toHaveTextContent('Se le deberá 1 descuento del 50 %.')
  server.respond(
    'post',
    `${path}/opening-balance`,
    adjusted({ stamps: 7, progress: progress({ count: 7 }) }),
    201,
  )
  server.respond('get', `${path}/progress`, progress({ count: 7 }))
  await userEvent.click(hint.getByRole('button', { name: 'Anotar los 7 sellos' }))
  await waitFor(() => expect(sentRequests('POST')[0]?.body).toEqual({ stamps: 7, owesHalf: true }))
})

test('a rejection that fails is reported once, and the customer is fetched again', async () => {
  const hint = await open('ADMIN')
  await userEvent.click(hint.getByRole('button', { name: 'No los trae' }))
  server.respond('delete', `${path}/claimed-stamps`, { code: 'CONFLICT', message: 'No puedes.' }, 409)
  const reads = () =>
    server.requests.filter(({ method, path: at }) => method === 'GET' && at === `${path}/progress`)
  const before = reads().length
  vi.setSystemTime(Date.now() + 2000)
  await userEvent.click(hint.getByRole('button', { name: 'No los trae' }))
  expect(await hint.findByRole('alert')).toHaveTextContent('No puedes.')
  expect(screen.getAllByText('No puedes.')).toHaveLength(1)
  await waitFor(() => expect(reads().length).toBeGreaterThan(before))
})

test('a full paper card cannot be entered here and links to the record', async () => {
  server.respond('get', `${path}/progress`, progress({ claimedStamps: 10 }))
  const hint = await open('ADMIN')
  expect(hint.queryByRole('button', { name: /Anotar/ })).toBeNull()
  expect(hint.getByRole('link')).toHaveAttribute('href', `/app${path}`)
})

test('the counter links to the registration of a new customer on this device', async () => {
  openApp('/staff/checkin', 'BARBER')
  const link = await screen.findByRole('link', { name: 'Que se registre aquí' })
  expect(link.getAttribute('href')).toMatch(/^\/public\/register\?bid=.+&mostrador=1$/)
})
