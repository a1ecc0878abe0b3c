import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screens before the tests.
import './CustomerListScreen'
import '../record/CustomerScreen'

const server = mockServer()
const ana = { ...customer(), stamps: 17, target: 10, owed: ['HALF', 'FREE', 'HALF'] }
const luis = {
  ...customer({ id: 'luis0123456789', name: 'Luis Pérez', lastVisitAt: null }),
  stamps: 0,
  target: 4,
  owed: [],
}

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/customers', list([ana, luis]))
})

const rowOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr') as HTMLTableRowElement)
const filter = (name: string) => screen.findByRole('button', { name })
const lastQuery = () => {
  const { search } = server.requests.filter(({ path }) => path === '/customers').at(-1) as {
    search: URLSearchParams
  }
  search.delete('limit')
  return search.toString()
}

// Spec: list-2
test('a row shows the stamps, the owed rewards and the last visit', async () => {
  openApp('/app/customers/list')
  const row = await rowOf('Ana Gómez')
  expect(row.getByText('7 de 10 sellos')).toBeInTheDocument()
  expect(row.getByText('7/10')).toBeVisible()
  const owed = row.getAllByRole('cell')[2]
  expect(owed).toHaveTextContent('Se le debe: GratisSe le debe: 50 % × 2')
  const other = await rowOf('Luis Pérez')
  expect(row.queryByText(/Cumple/)).toBeNull()
  expect(other.getByText('0/4')).toBeVisible()
  expect(other.getByText('Aún no ha venido')).toBeVisible()
  expect(other.getAllByRole('cell')[2]).toHaveTextContent('')
})

test('the value of owed rewards is shown only in the list of owed rewards', async () => {
  server.respond('get', '/customers', list([{ ...ana, owedValue: 3600 }, luis]))
  openApp('/app/customers/list?owed=true&sort=owed')
  const row = await rowOf('Ana Gómez')
  expect(row.getAllByRole('cell')[2]).toHaveTextContent(/50 % × 2unos 36\s€$/)
  await userEvent.selectOptions(screen.getByLabelText('Orden'), 'Por nombre')
  await userEvent.click(await filter('Se le debe'))
  await waitFor(async () => expect((await rowOf('Ana Gómez')).queryByText(/€/)).toBeNull())
})

test('progress that the server omits is left out', async () => {
  server.respond('get', '/customers', list([customer()]))
  openApp('/app/customers/list')
  const cells = (await rowOf('Ana Gómez')).getAllByRole('cell')
  expect(cells[1]).toHaveTextContent(/^—$/)
})

// Spec: list-3
test.each([
  ['Se le debe', 'owed=true', { owed: true }],
  ['Sin venir 60 días', 'notSeenFor=60', { notSeenFor: 60 }],
  ['Cumpleaños', 'birthday=true', { birthday: true }],
])('the filter %s is sent, is in the address, and can be removed', async (name, query, inAddress) => {
  const router = openApp('/app/customers/list?q=612')
  const button = await filter(name)
  expect(button).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(button)
  await waitFor(() => expect(lastQuery()).toBe(`q=612&${query}`))
  expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(router.state.location.search).toEqual({ q: '612', ...inAddress })
  await userEvent.click(button)
  await waitFor(() => expect(router.state.location.search).toEqual({ q: '612' }))
  expect(button).toHaveAttribute('aria-pressed', 'false')
})

// Spec: list-3
test('filters in the address are applied, named beside the total, and kept for further pages', async () => {
  server.respond('get', '/customers', list([luis], 1234))
  server.respondOnce('get', '/customers', list([ana], 1234, 'next'))
  openApp('/app/customers/list?owed=true&notSeenFor=90&sort=owed')
  expect(await screen.findByText('1234 clientes, con algo que se le debe y sin venir 90 días')).toBeVisible()
  expect(await filter('Sin venir 90 días')).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByLabelText('Orden')).toHaveValue('owed')
  await waitFor(() => expect(lastQuery()).toBe('cursor=next&owed=true&notSeenFor=90&sort=owed'))
})

test('a customer who moves to a later page meanwhile is listed once', async () => {
  server.respond('get', '/customers', list([ana, luis], 2))
  server.respondOnce('get', '/customers', list([ana], 2, 'next'))
  openApp('/app/customers/list?sort=lastVisit')
  await rowOf('Luis Pérez')
  expect(screen.getAllByRole('link', { name: 'Ana Gómez' })).toHaveLength(1)
})

test('invalid filters in the address are ignored', async () => {
  openApp('/app/customers/list?owed=perhaps&notSeenFor=-3&sort=height')
  expect(await screen.findByText('2 clientes')).toBeVisible()
  expect(lastQuery()).toBe('')
})

// Spec: list-3
test('the order can be chosen and reset', async () => {
  const router = openApp('/app/customers/list')
  await userEvent.selectOptions(await screen.findByLabelText('Orden'), 'Por última visita')
  await waitFor(() => expect(lastQuery()).toBe('sort=lastVisit'))
  await userEvent.selectOptions(screen.getByLabelText('Orden'), 'Por nombre')
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

// Spec: list-3
test('an empty result names the filters and can clear them, keeping the search', async () => {
  server.respond('get', '/customers', list([]))
  const router = openApp('/app/customers/list?q=zzz&birthday=true&sort=owed')
  expect(
    await screen.findByText('No hay ningún cliente con «zzz» con cumpleaños hoy o en los 6 días siguientes.'),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'zzz', sort: 'owed' }))
})

test('the birthday filter shows the birthdays', async () => {
  openApp('/app/customers/list?birthday=true')
  expect((await rowOf('Ana Gómez')).getByText('Cumple el 3 de mayo')).toBeVisible()
})

// Spec: list-3
test('the link back from a record restores the filters', async () => {
  const router = openApp('/app/customers/list?q=612&owed=true&sort=owed')
  server.respond('get', '/customers/ana0123456789', customer())
  await userEvent.click(await screen.findByRole('link', { name: 'Ana Gómez' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Volver a la lista' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  expect(router.state.location.search).toEqual({ q: '612', owed: true, sort: 'owed' })
})
