import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { business, customer, progress } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { sentence } from '@/test/sentence'
import { mockServer } from '@/test/server'
import './CheckinScreen'

const server = mockServer()
const path = '/customers/ana0123456789'

beforeEach(() => {
  localStorage.clear()
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', path, customer())
  server.respond('get', `${path}/progress`, progress())
  const effect = (customerId: string, customerName: string) => ({
    customerId,
    customerName,
    before: progress(),
    after: progress(),
  })
  server.respond('get', `${path}/family/offer`, {
    familyId: null,
    name: 'Familia de Ana Gómez',
    policy: 'POOL',
    effects: [effect('ana0123456789', 'Ana Gómez'), effect('leo', 'Leo Gil')],
  })
})

async function open(role: Role) {
  openApp('/staff/checkin?cid=ana0123456789', role)
  await screen.findByRole('img', { name: /de 10 visitas/ })
}

test("reminds an administrator of a guardian's family offer until it is declined", async () => {
  await open('ADMIN')
  const hint = within(await screen.findByRole('region', { name: 'Juntar las visitas' }))
  expect(hint.getByText(sentence(/^Ana y Leo pueden sumar/))).toBeVisible()
  expect(hint.getByRole('link', { name: 'Ver qué cambia' })).toHaveAttribute('href', `/app${path}`)
  await userEvent.click(hint.getByRole('button', { name: 'Ahora no' }))
  expect(screen.queryByRole('region', { name: 'Juntar las visitas' })).toBeNull()
  expect(screen.getByLabelText('Escanea o busca al cliente')).toHaveFocus()
})

test('the link to the record opens the offer at once', async () => {
  await open('ADMIN')
  await userEvent.click(await screen.findByRole('link', { name: 'Ver qué cambia' }))
  expect(await screen.findByRole('dialog', { name: '¿Crear la familia de Ana Gómez?' })).toBeVisible()
})

test('the family offer is not fetched for barbers, who create no families', async () => {
  await open('BARBER')
  expect(server.requests.filter((request) => request.path.endsWith('/family/offer'))).toEqual([])
})
