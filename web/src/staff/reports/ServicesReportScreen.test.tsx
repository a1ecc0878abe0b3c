import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServicesCharts, ServicesReport } from '@/api/types'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screen before the tests.
import './ServicesReportScreen'

const server = mockServer()
const path = '/app/reports/services'

const week = { from: '2026-11-16', to: '2026-11-22' }
const report = (fields: Partial<ServicesReport> = {}): ServicesReport => ({
  total: 5,
  customers: 2,
  items: [
    { customerId: 'ana0123456789', name: 'Ana Gómez', day: 1, week: 3, month: 7 },
    { customerId: 'luis012345678', name: 'Luis Peña', day: 0, week: 2, month: 2 },
  ],
  nextCursor: null,
  range: 'week',
  window: {
    day: { from: '2026-11-21', to: '2026-11-21' },
    week,
    month: { from: '2026-11-01', to: '2026-11-30' },
  },
  ...fields,
})
const charts: ServicesCharts = {
  came: { ...week, visits: 5, customers: 2, newCustomers: 1 },
  days: [16, 17, 18, 19, 20, 21, 22].map((day) => ({
    day: `2026-11-${day}`,
    visits: day === 20 ? 4 : day === 21 ? 1 : 0,
    newCustomers: day === 20 ? 1 : 0,
  })),
  hours: [
    { weekday: 5, hour: 10, visits: 4 },
    { weekday: 6, hour: 12, visits: 1 },
  ],
  comparison: { period: week, before: { from: '2026-11-09', to: '2026-11-15' }, visits: 5, visitsBefore: 8 },
}

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/reports/services', report())
  server.respond('get', '/reports/services/charts', charts)
})

const lastAsked = (what: string) => server.requests.filter((request) => request.path === what).at(-1)?.search
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('the report', () => {
  // Spec: families-6
  test('shows the customers of the week and their frequency', async () => {
    openApp(path)
    const row = (await screen.findByRole('rowheader', { name: 'Ana Gómez' })).closest('tr') as HTMLElement
    expect(cells(row)).toEqual(['1', '3', '7'])
    expect(screen.getByRole('link', { name: 'Ana Gómez' })).toHaveAttribute(
      'href',
      '/app/customers/ana0123456789',
    )
    expect(screen.getByText('visitas de 2 clientes').parentElement).toHaveTextContent(/^5/)
    expect(lastAsked('/reports/services')?.get('range')).toBe('week')
  })

  // Spec: families-6
  test('keeps range, date and name in the address', async () => {
    const router = openApp(`${path}?range=month&date=2026-10-31&q=ana`)
    await screen.findByRole('rowheader', { name: 'Ana Gómez' })
    expect(lastAsked('/reports/services')?.toString()).toBe('range=month&date=2026-10-31&limit=100&q=ana')
    await userEvent.click(screen.getByRole('button', { name: 'Mes siguiente' }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ range: 'month', date: '2026-11-30', q: 'ana' }),
    )
    await userEvent.click(screen.getByRole('radio', { name: 'Día' }))
    await userEvent.click(screen.getByRole('button', { name: 'Día anterior' }))
    await waitFor(() => expect(lastAsked('/reports/services')?.get('date')).toBe('2026-11-29'))
    await userEvent.click(screen.getByRole('button', { name: 'Limpiar' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ range: 'day', date: '2026-11-29' }))
  })

  test.each([
    [
      'week',
      { from: '2026-11-16', to: '2026-11-20' },
      { from: '2026-11-09', to: '2026-11-13' },
      'Del 16 al 20 de noviembre, comparado con los días del 9 al 13 de noviembre de 2026: antes 5 visitas, ahora 2 más.',
    ],
    [
      'day',
      { from: '2026-11-21', to: '2026-11-21' },
      { from: '2026-11-14', to: '2026-11-14' },
      'El 21 de noviembre, comparado con el 14 de noviembre de 2026: antes 5 visitas, ahora 2 más.',
    ],
  ] as const)('says what the %s is compared with', async (range, period, before, sentence) => {
    server.respond('get', '/reports/services', report({ range }))
    server.respond('get', '/reports/services/charts', {
      ...charts,
      comparison: { period, before, visits: 7, visitsBefore: 5 },
    })
    openApp(`${path}?range=${range}`)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(server.requests.filter((request) => request.path === '/reports/services/charts')).toHaveLength(1)
  })

  test('shows no comparison if the server sends none', async () => {
    const { comparison: _, ...others } = charts
    server.respond('get', '/reports/services/charts', others)
    openApp(path)
    await screen.findByRole('rowheader', { name: 'Ana Gómez' })
    expect(screen.queryByText(/comparado con/)).toBeNull()
  })

  test('replaces its history entry, so that one step back leaves the report', async () => {
    const router = openApp(path)
    await screen.findByRole('rowheader', { name: 'Ana Gómez' })
    const entries = router.history.length
    await userEvent.click(screen.getByRole('radio', { name: 'Mes' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ range: 'month' }))
    await userEvent.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await waitFor(() => expect(router.state.location.search).toHaveProperty('date'))
    await userEvent.type(screen.getByRole('searchbox'), 'ana')
    await waitFor(() => expect(router.state.location.search).toHaveProperty('q', 'ana'))
    expect(router.history.length).toBe(entries)
    act(() => router.history.back())
    await waitFor(() => expect(router.state.location.pathname).not.toBe(path))
  })

  // Spec: families-6
  test('covers the chosen day', async () => {
    openApp(path)
    const date = await screen.findByLabelText('Fecha')
    await waitFor(() => expect(date).toHaveValue('21/11/2026'))
    await userEvent.clear(date)
    await userEvent.type(date, '5/10/2025')
    await waitFor(() => expect(lastAsked('/reports/services')?.get('date')).toBe('2025-10-05'))
    const requests = server.requests.filter((request) => request.path === '/reports/services')
    const days = requests.map(({ search }) => search.get('date')).filter(Boolean)
    expect(new Set(days), 'a year that is half typed').toEqual(new Set(['2025-10-05']))
    await userEvent.tab()
    expect(date).toHaveValue('05/10/2025')
  })

  test('ignores invalid parts of the address', async () => {
    openApp(`${path}?range=year&date=ayer&q=12`)
    await screen.findByRole('rowheader', { name: 'Ana Gómez' })
    expect(lastAsked('/reports/services')?.toString()).toBe('range=week&limit=100&q=12')
  })

  test('shows the charts between the number of visits and the customers; a name filters only the customers', async () => {
    const ana = report({ total: 3, customers: 1, items: report().items.slice(0, 1) })
    openApp(path)
    await screen.findByRole('rowheader', { name: 'Ana Gómez' })
    const order = [
      screen.getByText('visitas de 2 clientes'),
      screen.getByRole('region', { name: '¿Cuánta gente viene cada día?' }),
      screen.getByRole('region', { name: '¿Quién ha venido?' }),
    ]
    const follows = order[0]?.compareDocumentPosition(order[1] as Node) ?? 0
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(order[1]?.compareDocumentPosition(order[2] as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    server.respond('get', '/reports/services', ana)
    await userEvent.type(screen.getByRole('searchbox'), 'ana')
    expect(await screen.findByText('3 visitas de 1 cliente con «ana» en el nombre')).toBeVisible()
    expect(screen.getByText('visitas de 2 clientes').parentElement).toHaveTextContent(/^5/)
  })

  test('loads by pages', async () => {
    server.respond('get', '/reports/services', report({ nextCursor: 'more', customers: 3, total: 6 }))
    openApp(path)
    const more = await screen.findByRole('button', { name: 'Ver más clientes' })
    const carla = { customerId: 'carla01234567', name: 'Carla Ruiz', day: 0, week: 1, month: 1 }
    server.respond('get', '/reports/services', report({ items: [carla], customers: 3, total: 6 }))
    await userEvent.click(more)
    expect(await screen.findByRole('rowheader', { name: 'Carla Ruiz' })).toBeVisible()
    expect(lastAsked('/reports/services')?.get('cursor')).toBe('more')
    expect(screen.getByRole('rowheader', { name: 'Ana Gómez' })).toBeVisible()
  })

  test('offers the month when a week is empty', async () => {
    server.respond('get', '/reports/services', report({ items: [], total: 0, customers: 0 }))
    const router = openApp(path)
    expect(await screen.findByText('Nadie vino esta semana')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Imprimir' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Ver el mes entero' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ range: 'month' }))
  })

  test('can clear a search without matches', async () => {
    server.respond('get', '/reports/services', report({ items: [], total: 0, customers: 0 }))
    const router = openApp(`${path}?q=zzz`)
    expect(await screen.findByText('No vino nadie con ese nombre')).toBeVisible()
    await userEvent.click(screen.getAllByRole('button', { name: 'Limpiar' })[1] as HTMLElement)
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  // Spec: errors-45
  test.each([
    ['the words of the server', { message: 'La base de datos descansa.' }, 422, 'La base de datos descansa.'],
    ['the status', {}, 418, 'HTTP 418'],
  ])('explains a failure by %s', async (_, body, status, words) => {
    server.respond('get', '/reports/services', body, status)
    openApp(path)
    expect(await screen.findByText(words)).toBeVisible()
    server.respond('get', '/reports/services', report())
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('rowheader', { name: 'Ana Gómez' })).toBeVisible()
  })
})

describe('the charts', () => {
  test('have a text summary', async () => {
    openApp(path)
    expect(await screen.findByText('El día con más visitas fue el viernes 20, con 4.')).toBeVisible()
    expect(screen.getByText('1 de 2 clientes vino por primera vez.')).toBeVisible()
    expect(screen.getByText('Sobre todo los viernes de 10 a 11 h.')).toBeVisible()
  })

  test('of a day say that they count its week', async () => {
    server.respond('get', '/reports/services', report({ range: 'day' }))
    openApp(`${path}?range=day`)
    expect(await screen.findByText(/^Estos gráficos cuentan la semana del/)).toBeVisible()
  })

  test('of a week do not repeat it', async () => {
    openApp(path)
    expect(await screen.findByText('1 de 2 clientes vino por primera vez.')).toBeVisible()
    expect(screen.queryByText(/^Estos gráficos/)).toBeNull()
  })

  test('name no hour if several have the most visits', async () => {
    const hours = charts.hours.map((hour) => ({ ...hour, visits: 4 }))
    server.respond('get', '/reports/services/charts', { ...charts, hours })
    openApp(path)
    expect(await screen.findByText('Varias horas empatan en el máximo: 4 visitas.')).toBeVisible()
  })

  test('have a table with every number', async () => {
    openApp(path)
    await userEvent.click(await screen.findByText('Ver como tabla'))
    const friday = screen.getByRole('rowheader', { name: 'V 20 nov' }).closest('tr') as HTMLElement
    expect(cells(friday)).toEqual(['4', '1'])
    const ten = screen.getByRole('rowheader', { name: '10 h' }).closest('tr') as HTMLElement
    expect(cells(ten)).toEqual(['0', '0', '0', '0', '4', '0', '0'])
    expect(screen.getByRole('rowheader', { name: '11 h' })).toBeVisible()
  })

  test('that fail with the whole report show one failure, and both load after a retry', async () => {
    server.fail('get', '/reports/services')
    server.fail('get', '/reports/services/charts')
    openApp(path)
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    server.respond('get', '/reports/services', report())
    server.respond('get', '/reports/services/charts', charts)
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('El día con más visitas fue el viernes 20, con 4.')).toBeVisible()
  })

  test('that fail to load do not affect the report', async () => {
    server.respond('get', '/reports/services/charts', {}, 418)
    openApp(path)
    expect(await screen.findByText('No se pudieron cargar los gráficos.')).toBeVisible()
    expect(await screen.findByRole('rowheader', { name: 'Ana Gómez' })).toBeVisible()
  })
})

describe('the files', () => {
  test('have a descriptive name and only the matches of the search', async () => {
    const downloads: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      downloads.push(this.download)
    })
    server.respond('get', '/reports/services/file', {})
    openApp(`${path}?q=ana`)
    await userEvent.click(await screen.findByRole('button', { name: 'Descargar el informe en Excel' }))
    await waitFor(() => expect(downloads).toEqual(['servicios-semana-2026-11-21.xlsx']))
    expect(lastAsked('/reports/services/file')?.toString()).toBe(
      'range=week&date=2026-11-21&format=xlsx&q=ana',
    )
  })

  test('that fail to load show an error', async () => {
    server.respond('get', '/reports/services/file', {}, 418)
    openApp(path)
    await userEvent.click(await screen.findByRole('button', { name: 'Descargar el informe en CSV' }))
    expect(await screen.findByText('No se pudo descargar el informe.')).toBeVisible()
  })

  test('printing includes all customers, not only the first page', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    openApp(path)
    await userEvent.click(await screen.findByRole('button', { name: 'Imprimir' }))
    await waitFor(() => expect(print).toHaveBeenCalled())
    expect(lastAsked('/reports/services')?.has('limit')).toBe(false)
    expect(document.querySelector('.print-sheet')).toHaveTextContent('Luis Peña')
  })
})
