import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { DebtReport, ReturnReport, StaffReport } from '@/api/types'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screens before the tests.
import './DebtInsightScreen'
import './ReturnsInsightScreen'
import './StaffInsightScreen'

const server = mockServer()

const period = { from: '2026-10-30', to: '2026-11-26' }
const before = { from: '2026-10-02', to: '2026-10-29' }
const figures = {
  visits: 120,
  days: 20,
  customers: 80,
  newCustomers: 9,
  authorized: 2,
  undone: 1,
  deleted: 3,
  redeemed: 4,
}
const staff: StaffReport = {
  period,
  before,
  firstVisits: { from: '2026-05-30', to: '2026-08-28' },
  items: [
    {
      userId: 'u1',
      name: 'Bea Ruiz',
      now: figures,
      before: { ...figures, visits: 110 },
      returned: { part: 13, total: 20, percent: 65 },
      returnedToBarber: { part: 10, total: 20, percent: 50 },
    },
    {
      userId: 'u2',
      name: 'Zoe Gil',
      now: { ...figures, visits: 300 },
      before: figures,
      returned: { part: 3, total: 5, percent: null },
      returnedToBarber: { part: 2, total: 5, percent: null },
    },
  ],
}
const returns: ReturnReport = {
  firstVisits: { from: '2026-05-30', to: '2026-08-28' },
  returned: { part: 30, total: 60, percent: 50 },
  returnedToBarber: { part: 3, total: 8, percent: null },
  thirdPeriod: { from: '2025-12-01', to: '2026-05-30' },
  thirdVisits: { part: 24, total: 80, percent: 30 },
  months: [
    { month: '2026-07', returned: { part: 11, total: 22, percent: 50 }, complete: true },
    { month: '2026-11', returned: { part: 1, total: 21, percent: 5 }, complete: false },
  ],
}
const debt: DebtReport = {
  owed: [
    { kind: 'FREE', fromDays: 0, toDays: 29, count: 4 },
    { kind: 'HALF', fromDays: 365, toDays: null, count: 2 },
  ],
  estimate: null,
  meanTicket: 0,
  serviceCost: 0,
  period,
  before,
  flow: { earned: 7, redeemed: 5 },
  flowBefore: { earned: 6, redeemed: 8 },
  seen: { redeemed: { part: 30, total: 40, percent: 75 }, medianDays: 12 },
}

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/reports/staff', staff)
  server.respond('get', '/reports/returns', returns)
  server.respond('get', '/reports/cohorts', {
    counting: false,
    cohorts: [],
    gaps: { count: 0, first: 0, median: 0, third: 0 },
    gapPeriod: period,
    gapWeeks: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  })
  server.respond('get', '/reports/debt', debt)
})

test('lists the staff by name with the numbers of both periods, and no percentage of few people', async () => {
  openApp('/app/informes/quien')
  const bea = (await screen.findByRole('rowheader', { name: 'Bea Ruiz' })).closest('tr') as HTMLElement
  expect(within(bea).getAllByRole('cell')[0]).toHaveTextContent('120 antes 110')
  expect(within(bea).getAllByRole('cell').at(-1)).toHaveTextContent(
    '13 de 20 (65 %) a la barbería 10 de 20 (50 %) con la misma persona',
  )
  const zoe = screen.getByRole('rowheader', { name: 'Zoe Gil' }).closest('tr') as HTMLElement
  expect(within(zoe).getAllByRole('cell').at(-1)).toHaveTextContent(
    '3 de 5 a la barbería 2 de 5 con la misma persona',
  )
  expect(screen.getByText(/artículos 87 a 90 de la LOPDGDD/)).toBeVisible()
})

const idle = { ...figures, authorized: 0, undone: 0, deleted: 0 }
const [bea, zoe] = staff.items as [StaffReport['items'][number], StaffReport['items'][number]]

test('each number of a person has a label, for the cards on phones', async () => {
  openApp('/app/informes/quien')
  const row = (await screen.findByRole('rowheader', { name: 'Bea Ruiz' })).closest('tr') as HTMLElement
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  const labels = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.getAttribute('data-label'))
  expect(labels).toEqual(heads.slice(1))
  expect(row.closest('.table-box')).not.toBeNull()
})

test('a sentence replaces columns that are zero for all users', async () => {
  const items = [bea, zoe].map((line) => ({ ...line, now: idle, before: idle }))
  server.respond('get', '/reports/staff', { ...staff, items })
  openApp('/app/informes/quien')
  expect(await screen.findByText('Nadie autorizó, deshizo ni eliminó nada.')).toBeVisible()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Quién',
    'Visitas',
    'Días',
    'Clientes',
    'Nuevos',
    'Canjeadas',
    expect.stringMatching(/^Volvieron de sus nuevos, 30 may\s–\s28 ago$/),
  ])
})

test('a column stays when one person has a number in it, now or before', async () => {
  const items = [
    { ...bea, now: idle, before: { ...idle, authorized: 1 } },
    { ...zoe, now: { ...idle, deleted: 1 }, before: idle },
  ]
  server.respond('get', '/reports/staff', { ...staff, items })
  openApp('/app/informes/quien')
  expect(await screen.findByRole('columnheader', { name: 'Autorizadas' })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Eliminadas' })).toBeVisible()
  expect(screen.getByText('Nadie deshizo nada.')).toBeVisible()
})

test('one sentence tells a barber which acts they did not do', async () => {
  const none = { ...idle, newCustomers: 0, redeemed: 0 }
  server.respond('get', '/reports/staff', { ...staff, items: [{ ...bea, now: none, before: none }] })
  openApp('/app/informes', 'BARBER')
  expect(
    await screen.findByText(
      'No autorizaste, deshiciste, eliminaste ni canjeaste nada ni tuviste clientes nuevos.',
    ),
  ).toBeVisible()
})

test('phones show the days in one line, which opens the fields', async () => {
  openApp('/app/informes/quien')
  const change = await screen.findByRole('button', { name: 'Cambiar' })
  expect(change.parentElement).toHaveTextContent('Últimos 28 días')
  expect(change).toHaveAttribute('aria-expanded', 'false')
  const fields = document.getElementById(change.getAttribute('aria-controls') ?? '') as HTMLElement
  expect(fields).toContainElement(screen.getByLabelText('Periodo'))
  expect(fields).toHaveClass('max-sm:hidden')
  await userEvent.click(change)
  expect(change).toHaveAttribute('aria-expanded', 'true')
  expect(fields).not.toHaveClass('max-sm:hidden')
})

test('the one line on phones shows the chosen days', async () => {
  openApp('/app/informes/quien?from=2026-01-01&to=2026-01-31')
  const change = await screen.findByRole('button', { name: 'Cambiar' })
  expect(change.parentElement).toHaveTextContent(/^1–31 de enero de 2026/)
})

test('a period is chosen from four, and «Otros días» opens the fields with the shown days', async () => {
  const router = openApp('/app/informes/quien')
  const choice = await screen.findByLabelText('Periodo')
  expect([...choice.querySelectorAll('option')].map(({ text }) => text)).toEqual([
    'Últimos 28 días',
    'Esta semana',
    'Este mes',
    'Otros días',
  ])
  const sentence =
    'Últimos 28 días, del 30 de octubre al 26 de noviembre, comparado con los días del 2 al 29 de octubre de 2026.'
  expect(await screen.findByText(new RegExp(`^${sentence}`))).toBeVisible()
  expect(screen.queryByLabelText('Desde')).toBeNull()
  await userEvent.selectOptions(choice, 'Este mes')
  await waitFor(() => {
    const search = server.requests.filter(({ path }) => path === '/reports/staff').at(-1)?.search
    expect(search?.toString()).toBe('range=month')
  })
  await userEvent.selectOptions(choice, 'Otros días')
  expect(await screen.findByLabelText('Desde')).toHaveValue('30/10/2026')
  expect(router.state.location.search).toEqual({ from: '2026-10-30', to: '2026-11-26' })
})

test('a month of few people has no bar, because an empty one would look like zero', async () => {
  const few = { month: '2026-08', returned: { part: 1, total: 1, percent: null }, complete: true }
  server.respond('get', '/reports/returns', { ...returns, months: returns.months.toSpliced(1, 0, few) })
  openApp('/app/informes/vuelven')
  const panel = within(await screen.findByRole('region', { name: '¿Cambia de un mes a otro?' }))
  expect(panel.getAllByText('1 de 1').length).toBeGreaterThan(0)
  const names = [...document.querySelectorAll('.insight-bars > :nth-child(3n + 1)')]
  const barNames = names.filter((name) => name.nextElementSibling?.matches('.insight-bar'))
  expect(barNames.map((name) => name.textContent)).toEqual(['julio de 2026', 'noviembre de 2026'])
})

test('a chosen period and comparison are requested from the server', async () => {
  openApp('/app/informes/quien?from=2026-01-01&to=2026-01-31')
  await screen.findByRole('rowheader', { name: 'Bea Ruiz' })
  await userEvent.selectOptions(screen.getByLabelText('Comparar con'), 'year')
  await waitFor(() => {
    const search = server.requests.filter(({ path }) => path === '/reports/staff').at(-1)?.search
    expect(search?.toString()).toBe('from=2026-01-01&to=2026-01-31&compare=year')
  })
})

test('days are typed as day, month, year, and requested when the first is not after the last', async () => {
  openApp('/app/informes/quien?from=2026-01-01&to=2026-01-31')
  await screen.findByRole('rowheader', { name: 'Bea Ruiz' })
  const periods = () =>
    new Set(
      server.requests
        .filter(({ path }) => path === '/reports/staff')
        .map(({ search }) => search?.get('from')),
    )
  const from = screen.getByLabelText('Desde')
  await userEvent.clear(from)
  await userEvent.type(from, '15/02/2026')
  expect(await screen.findByText('El último día no puede ser anterior al primero.')).toBeVisible()
  expect(periods()).toEqual(new Set(['2026-01-01']))
  await userEvent.clear(screen.getByLabelText('Hasta'))
  await userEvent.type(screen.getByLabelText('Hasta'), '28022026')
  await waitFor(() => expect(periods()).toEqual(new Set(['2026-01-01', '2026-02-15'])))
})

test('a barber sees one report, which says that the numbers are their own', async () => {
  server.respond('get', '/reports/staff', { ...staff, items: staff.items.slice(0, 1) })
  openApp('/app/informes', 'BARBER')
  expect(await screen.findByText(/Aquí ves solo lo tuyo/)).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Informes' })).toBeNull()
})

test('shows how many came back, and no percentage of 8 people', async () => {
  openApp('/app/informes/vuelven')
  expect(await screen.findByText('30 de 60')).toBeVisible()
  const barber = screen.getByRole('heading', { name: 'Vuelven con la misma persona' }).closest('section')
  expect(barber).toHaveTextContent('3 de 8')
  expect(screen.getByText('Con menos de 20 personas no se da un porcentaje.')).toBeVisible()
  await userEvent.click(screen.getByText('Ver como tabla'))
  expect(screen.getByRole('rowheader', { name: /noviembre.*en curso/ })).toBeVisible()
})

test('says what is owed, opens the customers, and asks for the price', async () => {
  openApp('/app/informes/debo')
  expect(await screen.findByText('Di tu precio medio para ver cuánto es en euros.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver a quién' })).toHaveAttribute(
    'href',
    '/app/customers/list?owed=true&sort=owed',
  )
  expect(screen.getByText('La mitad de las canjeadas se canjea antes de 13 días.')).toBeVisible()
  expect(screen.getByText('Debes 6 recompensas a tus clientes.')).toBeVisible()
  server.respond('patch', '/business', { ...business, meanTicket: 1550, version: 2 })
  await userEvent.type(await screen.findByLabelText('Precio medio de un servicio (€)'), '15,50')
  server.respond('get', '/reports/debt', {
    ...debt,
    meanTicket: 1550,
    estimate: { value: 775000, cost: null, expected: 581250 },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText(/^7\.?750\s€$/)).toBeVisible()
  expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ meanTicket: 1550 })
})

test('one sentence says how many rewards are owed, their price and their cost', async () => {
  server.respond('get', '/reports/debt', {
    ...debt,
    meanTicket: 1550,
    serviceCost: 35,
    estimate: { value: 90000, cost: 31500, expected: 67500 },
  })
  openApp('/app/informes/debo')
  expect(
    await screen.findByText(
      /^Debes 6 recompensas a tus clientes\. Si vinieran todos: 900\s€ a tu precio; a ti te cuesta 315\s€\.$/,
    ),
  ).toBeVisible()
  const value = screen.getByRole('heading', { name: 'Valor estimado' }).closest('section')
  expect(value).toHaveTextContent(/Lo que te cuesta a ti es el 35 % de eso/)
  expect(value).toHaveTextContent(/Si se canjean como hasta ahora, serían unos 675\s€/)
  expect(value).not.toHaveTextContent(/315/)
})

test('no price is shown where nothing is owed', async () => {
  server.respond('get', '/reports/debt', {
    ...debt,
    owed: [],
    meanTicket: 1550,
    estimate: { value: 0, cost: null, expected: 0 },
  })
  openApp('/app/informes/debo')
  expect(await screen.findByText('No debes ninguna recompensa.')).toBeVisible()
})

test('one sentence says how many new customers come again', async () => {
  openApp('/app/informes/vuelven')
  expect(
    await screen.findByText(
      'De cada 100 clientes nuevos, 50 vuelven a la barbería en los 90 días siguientes (30 de 60).',
    ),
  ).toBeVisible()
  expect(screen.getByText(/por primera vez del 30 de mayo al 28 de agosto de 2026, los que/)).toBeVisible()
})

test.each([
  [{ part: 1, total: 8, percent: null }, /^De 8 clientes nuevos, 1 volvió a la barbería en los 90 días/],
  [{ part: 0, total: 0, percent: null }, 'Aún no hay clientes nuevos de los que hayan pasado 90 días.'],
])('%j is said without a percentage', async (share, text) => {
  server.respond('get', '/reports/returns', { ...returns, returned: share })
  openApp('/app/informes/vuelven')
  expect(await screen.findByText(text)).toBeVisible()
})

test('months without new customers are listed between the others', async () => {
  openApp('/app/informes/vuelven')
  const panel = within(await screen.findByRole('region', { name: '¿Cambia de un mes a otro?' }))
  await userEvent.click(panel.getByText('Ver como tabla'))
  const heads = panel.getAllByRole('rowheader').map((head) => head.textContent)
  expect(heads).toEqual([
    'julio de 2026',
    'agosto de 2026sin clientes nuevos',
    'septiembre de 2026sin clientes nuevos',
    'octubre de 2026sin clientes nuevos',
    'noviembre de 2026en curso',
  ])
  expect(panel.getByRole('rowheader', { name: /agosto/ }).closest('tr')).toHaveTextContent(/0––$/)
})
