import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { adjusted, business, customer, list, registeredVisit } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import './NewCustomerScreen'

const server = mockServer()
const path = '/customers/ana0123456789'
const openingPath = `${path}/opening-balance`
const stamps = () => screen.findByLabelText(/^Sellos de su tarjeta de papel/)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/customers', list([]))
  server.respond('post', '/customers', { ...customer(), existed: false }, 201)
  server.respond('post', `${path}/visits`, registeredVisit(), 201)
  server.respond('post', openingPath, adjusted({ stamps: 6 }), 201)
})

const posts = () => server.requests.filter(({ method }) => method === 'POST')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function fill(input: string, tag = 'Esporádico') {
  openApp('/app/customers/new')
  await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), tag)
  await userEvent.type(await stamps(), input)
}

test('the name has the focus when the form opens, and again for the next customer', async () => {
  openApp('/app/customers/new')
  await waitFor(async () => expect(await screen.findByLabelText('Nombre completo')).toHaveFocus())
  await userEvent.keyboard('Ana Gómez')
  await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Esporádico')
  await press('Crear cliente')
  expect(await screen.findByRole('link', { name: 'Abrir la ficha' })).toBeVisible()
  expect(screen.getByLabelText('Nombre completo')).toHaveFocus()
  expect(posts().map(({ path: to }) => to)).toEqual(['/customers'])
})

test('says what the stamps lead to, and records them with a key of their own', async () => {
  await fill('6')
  expect(screen.getByText('Quedarán 6 de 10 sellos. No se le debe nada todavía.')).toBeVisible()
  await press('Crear y sellar')
  expect(await screen.findByText('6 sellos de papel anotados.')).toBeVisible()
  expect(posts().map(({ path: to }) => to)).toEqual(['/customers', openingPath, `${path}/visits`])
  expect(posts()[1]?.body).toEqual({ stamps: 6 })
  const keys = posts().map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys.filter(Boolean)).size).toBe(3)
  expect(await stamps()).toHaveValue('')
})

test('asks whether the half reward is still owed, and counts full cards', async () => {
  await fill('16')
  expect(screen.getByText('Se le deberá 1 servicio gratis y quedarán 6 sellos.')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Todavía se le debe el 50 %'))
  await press('Crear cliente')
  await waitFor(() => expect(posts()[1]?.body).toEqual({ stamps: 16, owesHalf: true }))
})

test('a VIP card has its own target', async () => {
  await fill('5', 'Bono VIP A')
  expect(screen.getByText('Se le deberá 1 servicio gratis y quedará 1 sello.')).toBeVisible()
  expect(screen.queryByLabelText('Todavía se le debe el 50 %')).toBeNull()
  expect(screen.getByText(/^Tarjeta VIP: 4 visitas para un servicio gratis\./)).toBeVisible()
})

test('refuses an invalid number and sends nothing', async () => {
  await fill('x')
  await press('Crear cliente')
  expect(await screen.findByText('Escribe cuántos sellos trae, de 0 a 100.')).toBeVisible()
  expect(posts()).toEqual([])
})

test('stamps without an answer can be sent again with the same key', async () => {
  server.respond('post', openingPath, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 503)
  await fill('6')
  await press('Crear cliente')
  expect(await screen.findByText('No se pudieron anotar los sellos.', {}, { timeout: 8000 })).toBeVisible()
  expect(screen.getByText(/El cliente está creado\./)).toBeVisible()
  const retry = screen.getByRole('button', { name: 'Anotar los 6 sellos' })
  expect(retry).toHaveFocus()
  server.respond('post', openingPath, adjusted({ stamps: 6 }), 201)
  await userEvent.click(retry)
  expect(await screen.findByText('6 sellos de papel anotados.')).toBeVisible()
  const openingPosts = posts().filter(({ path: to }) => to === openingPath)
  expect(new Set(openingPosts.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  expect(posts().filter(({ path: to }) => to === '/customers')).toHaveLength(1)
}, 15_000)

test('an existing customer gets no stamps before the staff have seen the record', async () => {
  server.respond('post', '/customers', { ...customer(), existed: true }, 200)
  await fill('6')
  await press('Crear cliente')
  expect(await screen.findByText(/No se han anotado sus sellos de papel/)).toBeVisible()
  expect(posts().map(({ path: to }) => to)).toEqual(['/customers'])
})
