import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportedCustomer } from '@/api/types'
import { business, poster } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'

import './GreetingScreen'

const server = mockServer()

const imported = (number: number, fields: Partial<ImportedCustomer> = {}): ImportedCustomer => ({
  customerId: `c${number}`,
  name: `Cliente Número ${number}`,
  phone: '+34600111222',
  greetedAt: null,
  greetingUndoableUntil: null,
  greeting: 'NOW',
  invites: false,
  ...fields,
})

const list = (...items: ImportedCustomer[]) => ({
  items,
  total: items.length,
  withPhone: items.filter(({ phone }) => phone).length,
  nextCursor: null,
})

const respond = (...items: ImportedCustomer[]) =>
  server.respond('get', '/imports/i1/customers', list(...items))

const open = () => openApp('/app/importar/i1/escribir')
const linkTo = (number: number) =>
  screen.findByRole('link', { name: `Escribir a Cliente Número ${number} por WhatsApp` })
const textOf = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '').searchParams.get('text') ?? ''

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/business/poster', poster)
})

// Spec: checkin-20
test('opens WhatsApp with the link to the card, and notes that the owner wrote', async () => {
  respond(imported(1), imported(2))
  open()
  const write = await linkTo(1)
  expect(write).toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/34600111222\?/))
  expect(textOf(write)).toMatch(/^Hola, Cliente\. Te escribimos de .*https:\/\/axioma\.test\/portal\?bid=b1 /)
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([])

  const greeting = {
    greetedAt: new Date().toISOString(),
    greetingUndoableUntil: new Date(Date.now() + 86_400_000).toISOString(),
  }
  server.respond('post', '/customers/c1/greeting', greeting)
  respond(imported(1, greeting), imported(2))
  write.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(write)
  expect(await screen.findByText('Escrito hoy')).toBeVisible()
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ invites: false })
  expect(await linkTo(2)).toBeVisible()

  server.respond('delete', '/customers/c1/greeting', {})
  respond(imported(1), imported(2))
  await userEvent.click(await screen.findByRole('button', { name: 'No lo envié: Cliente Número 1' }))
  await waitFor(async () => expect(await linkTo(1)).toHaveFocus())
})

test('invites back a customer who stopped coming, as their record does', async () => {
  respond(imported(1, { invites: true }))
  open()
  const write = await linkTo(1)
  expect(textOf(write)).toMatch(/hace tiempo que no te vemos.*responde BAJA\.$/)
  server.respond('post', '/customers/c1/greeting', {})
  write.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(write)
  await waitFor(() =>
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ invites: true }),
  )
})

test('says why a customer is not written to, and when they were written to before', async () => {
  respond(
    imported(1, { phone: null, greeting: 'NO_PHONE' }),
    imported(2, { greeting: 'NO_CONSENT' }),
    imported(3, { greetedAt: '2026-03-01T10:00:00Z' }),
  )
  open()
  expect(await screen.findByText('Sin escribir: no tiene teléfono')).toBeVisible()
  expect(screen.getByText('Sin escribir: no ha aceptado publicidad')).toBeVisible()
  expect(screen.getByText(/^Ya se le escribió: /)).toBeVisible()
  expect(screen.getByText('3 clientes: 2 con teléfono.')).toBeVisible()
  expect(await linkTo(3)).toBeVisible()
  expect(screen.getAllByRole('link', { name: /por WhatsApp$/ })).toHaveLength(1)
})

describe('the message', () => {
  test.each([
    ['LOCAL', /solo funciona en el local/],
    ['UNENCRYPTED', /no es seguro/],
  ] as const)(
    'has no link to the card if the reach of the address is %s, and the screen says why',
    async (reach, warning) => {
      server.respond('get', '/business/poster', { ...poster, reach })
      respond(imported(1))
      open()
      expect(textOf(await linkTo(1))).toMatch(/ya tienes tu tarjeta\. Pídenos tu QR cuando vengas\.$/)
      expect(screen.getByText(warning)).toBeVisible()
    },
  )

  test('waits for a link that failed to load', async () => {
    server.respond('get', '/business/poster', {}, 400)
    respond(imported(1))
    open()
    expect(await screen.findByText('Cliente Número 1')).toBeVisible()
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    expect(screen.queryByRole('link', { name: /por WhatsApp$/ })).toBeNull()
    server.respond('get', '/business/poster', poster)
    await userEvent.click(retry)
    expect(textOf(await linkTo(1))).toContain(poster.portal)
  })
})

test('says that no customer of the import has a phone', async () => {
  respond(imported(1, { phone: null, greeting: 'NO_PHONE' }))
  open()
  expect(await screen.findByText('Ningún cliente de este archivo tiene teléfono')).toBeVisible()
  expect(screen.queryByText('Cliente Número 1')).toBeNull()
})

test('explains that an undone import has no customers', async () => {
  respond()
  open()
  expect(await screen.findByText('No queda nadie a quien escribir')).toBeVisible()
})

test('loads the next customers, and again after a failure', async () => {
  server.respond('get', '/imports/i1/customers', {}, 400)
  open()
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  server.respond('get', '/imports/i1/customers', { ...list(imported(1)), total: 2, nextCursor: 'next' })
  await userEvent.click(retry)
  await linkTo(1)
  respond(imported(2))
  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(await linkTo(2)).toBeVisible()
  expect(server.requests.at(-1)?.search.get('cursor')).toBe('next')
})

test('the customers of an import that does not exist lead back to the imports', async () => {
  server.respond('get', '/imports/i1/customers', { code: 'IMPORT_NOT_FOUND' }, 404)
  open()
  expect(await screen.findByRole('link', { name: 'Ver las importaciones' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})
