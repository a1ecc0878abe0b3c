import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CardReport, CohortReport, HoursReport, ReturnReport, StepCount } from '@/api/types'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screens before the tests.
import './CardInsightScreen'
import './HoursInsightScreen'
import './ReturnsInsightScreen'

const server = mockServer()

const share = (part: number, total: number) => ({
  part,
  total,
  percent: total < 20 ? null : Math.round((100 * part) / total),
})
const took = (count: number, median: number) => ({ count, first: median, median, third: median })
const none = took(0, 0)

const step = (name: StepCount['step'], part: number, median: number): StepCount => ({
  step: name,
  now: { reached: share(part, 60), took: median < 0 ? none : took(part, median) },
  before: { reached: share(part > 10 ? 9 : 0, 10), took: none },
})
const card: CardReport = {
  period: { from: '2025-11-29', to: '2026-11-27' },
  before: { from: '2024-11-30', to: '2025-11-28' },
  counting: false,
  steps: [
    step('REGISTERED', 60, -1),
    step('FIRST_VISIT', 57, 0),
    step('SECOND_VISIT', 45, 23),
    step('HALF', 0, -1),
    step('FULL', 21, 99),
    step('REDEEMED', 12, 28),
  ],
  firstReward: took(21, 91),
  slowReward: true,
  imported: 3,
  withPaperCard: 1,
  visitTarget: 10,
  halfReward: false,
}
const cohorts: CohortReport = {
  counting: false,
  cohorts: [
    { month: '2026-09', came: [share(40, 40), share(30, 40), share(10, 40)] },
    { month: '2026-10', came: [share(8, 8), share(3, 8)] },
    { month: '2026-11', came: [share(5, 5)] },
  ],
  gaps: { count: 434, first: 19, median: 25, third: 29 },
  gapPeriod: { from: '2025-11-29', to: '2026-11-27' },
  gapWeeks: [0, 70, 140, 163, 59, 2, 0, 0, 0],
}
const hours: HoursReport = {
  period: { from: '2026-10-02', to: '2026-11-26' },
  before: { from: '2026-08-07', to: '2026-10-01' },
  visits: 30,
  visitsBefore: 36,
  visitsCompared: 30,
  weekdays: [
    { weekday: 1, open: 8, closed: 0, closedBefore: 0, comparable: true },
    { weekday: 5, open: 8, closed: 0, closedBefore: 0, comparable: true },
  ],
  hours: [
    { weekday: 1, hour: 10, visits: 12, before: 9 },
    { weekday: 5, hour: 12, visits: 18, before: 27 },
  ],
}
const returns: ReturnReport = {
  firstVisits: { from: '2026-05-30', to: '2026-08-28' },
  returned: share(30, 60),
  returnedToBarber: share(3, 8),
  thirdPeriod: { from: '2025-12-01', to: '2026-05-30' },
  thirdVisits: share(24, 80),
  months: [],
}

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/reports/card', card)
  server.respond('get', '/reports/card/customers', {
    items: [{ customerId: 'c1', name: 'Ana Gil', registeredOn: '2026-10-01', lastVisitOn: null }],
    total: 1,
    nextCursor: null,
  })
  server.respond('get', '/reports/cohorts', cohorts)
  server.respond('get', '/reports/returns', returns)
  server.respond('get', '/reports/hours', hours)
})

const rowOf = (name: RegExp | string) => screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement

test('counts each step with n and days, and no percentage of ten people', async () => {
  openApp('/app/informes/tarjeta')
  await screen.findByRole('rowheader', { name: 'Segunda visita' })
  expect(rowOf('Segunda visita')).toHaveTextContent(
    '45antes 9' + '75 %antes 9 de 10' + '23 díasde 45 clientes',
  )
  expect(screen.getByText(/No cuentan 3 clientes importados ni 1 cliente que trajo sellos/)).toBeVisible()
})

test('shows no earlier share without earlier registrations', async () => {
  const steps = card.steps.map((step) => ({ ...step, before: { reached: share(0, 0), took: none } }))
  server.respond('get', '/reports/card', { ...card, steps })
  openApp('/app/informes/tarjeta')
  await screen.findByRole('rowheader', { name: 'Segunda visita' })
  expect(rowOf('Segunda visita')).toHaveTextContent(/45antes 075 %23 días/)
})

test('warns of a slow first reward and says what to change', async () => {
  openApp('/app/informes/tarjeta')
  const warning = await screen.findByText('La primera recompensa tarda 91 días')
  expect(warning.closest('[role="status"]')).toHaveTextContent(
    /Da el 50 % a mitad de la tarjeta, o baja las visitas para el servicio gratis, que ahora son 10/,
  )
  expect(screen.getByRole('link', { name: 'Cambiarlo en los ajustes' })).toHaveAttribute(
    'href',
    '/app/settings?seccion=tarjeta',
  )
})

test('with half rewards the warning only advises fewer visits, and the half card is a step', async () => {
  server.respond('get', '/reports/card', { ...card, halfReward: true })
  openApp('/app/informes/tarjeta')
  expect(
    await screen.findByText(
      /La primera es el 50 %, que llega con 5 visitas\. Para que llegue antes, baja las del servicio gratis, que ahora son 10\.$/,
    ),
  ).toBeVisible()
  expect(screen.getByRole('rowheader', { name: '50 %' })).toBeVisible()
})

test('without half rewards the half card is no step, and a timely first reward has no warning', async () => {
  server.respond('get', '/reports/card', { ...card, slowReward: false })
  openApp('/app/informes/tarjeta')
  await screen.findByRole('rowheader', { name: 'Servicio gratis' })
  expect(screen.queryByRole('rowheader', { name: '50 %' })).toBeNull()
  expect(screen.queryByText(/La primera recompensa tarda/)).toBeNull()
})

test('one sentence says how many come again and redeem, and what the report does not show', async () => {
  openApp('/app/informes/tarjeta')
  expect(
    await screen.findByText(
      'De cada 100 clientes que se registran, 75 vuelven otro día y 20 canjean una recompensa.',
    ),
  ).toBeVisible()
  expect(
    screen.getByText('Contado con 60 clientes. Esto no demuestra que vuelvan por la tarjeta.'),
  ).toBeVisible()
  const returnSection = screen.getByRole('heading', { name: 'Vuelven otro día' }).closest('section')
  expect(returnSection).toHaveTextContent(/75 %45 de 60/)
})

test('the sentence shows numbers instead of a percentage for few customers', async () => {
  const steps = card.steps.map((each) => ({
    ...each,
    now: { ...each.now, reached: share(each.step === 'REDEEMED' ? 1 : 9, 12) },
  }))
  server.respond('get', '/reports/card', { ...card, steps })
  openApp('/app/informes/tarjeta')
  expect(
    await screen.findByText(
      'De 12 clientes que se registraron, 9 volvieron otro día y 1 canjeó una recompensa.',
    ),
  ).toBeVisible()
})

test('redemptions say that they include half rewards', async () => {
  const steps = card.steps.map((each) => (each.step === 'HALF' ? step('HALF', 30, 71) : each))
  server.respond('get', '/reports/card', { ...card, steps, halfReward: true })
  openApp('/app/informes/tarjeta')
  const section = (await screen.findByRole('heading', { name: 'Llegan a canjear' })).closest('section')
  expect(section).toHaveTextContent(/Cuenta también el 50 %/)
})

test('explains the days to the first reward and shows their usual range', async () => {
  server.respond('get', '/reports/card', {
    ...card,
    firstReward: { count: 21, first: 63, median: 89, third: 114 },
  })
  openApp('/app/informes/tarjeta')
  const first = (await screen.findByRole('heading', { name: 'Hasta la primera recompensa' })).closest(
    'section',
  )
  expect(first).toHaveTextContent(/89 días21 clientes\. Lo normal: entre 63 y 114 días\./)
  expect(first).toHaveTextContent(/La tabla de abajo cuenta desde el paso anterior/)
  expect(screen.getByRole('columnheader', { name: 'Desde el paso anterior' })).toBeVisible()
  expect(first).not.toHaveTextContent(/Cuenta también/)
})

test('lists who stopped at a step, in the chosen days', async () => {
  openApp('/app/informes/tarjeta?from=2026-01-01&to=2026-01-31')
  expect(await screen.findByRole('link', { name: 'Ana Gil' })).toHaveAttribute('href', '/app/customers/c1')
  await userEvent.selectOptions(screen.getByLabelText('Último paso'), 'FIRST_VISIT')
  await waitFor(() => {
    const query = server.requests.filter(({ path }) => path === '/reports/card/customers').at(-1)?.search
    expect(query?.toString()).toBe('from=2026-01-01&to=2026-01-31&step=FIRST_VISIT&limit=50')
  })
})

test('the chosen step stays when other days are chosen', async () => {
  openApp('/app/informes/tarjeta?from=2026-01-01&to=2026-01-31&paso=primera')
  await screen.findByRole('link', { name: 'Ana Gil' })
  await userEvent.selectOptions(screen.getByLabelText('Periodo'), 'Últimos 12 meses')
  await waitFor(() => {
    const query = server.requests.filter(({ path }) => path === '/reports/card/customers').at(-1)?.search
    expect(query?.toString()).toBe('step=FIRST_VISIT&limit=50')
  })
})

test('an empty period says that there are no registrations', async () => {
  const empty = card.steps.map((each) => ({
    ...each,
    now: { reached: share(0, 0), took: none },
    before: { reached: share(0, 0), took: none },
  }))
  server.respond('get', '/reports/card', {
    ...card,
    steps: empty,
    imported: 0,
    withPaperCard: 0,
    slowReward: false,
  })
  openApp('/app/informes/tarjeta')
  expect(await screen.findByText('Nadie se registró estos días')).toBeVisible()
})

test('says that the numbers are still being counted for the first time', async () => {
  server.respond('get', '/reports/card', { ...card, steps: [], counting: true })
  openApp('/app/informes/tarjeta')
  expect(await screen.findByText('Estamos contando tus visitas')).toBeVisible()
  expect(screen.getByRole('button', { name: /Descargar en CSV/ })).toBeDisabled()
})

test('shows the cohorts as a table that is readable without colour', async () => {
  openApp('/app/informes/vuelven')
  const table = await screen.findByRole('table', { name: '¿Siguen viniendo?' })
  expect(within(table).getByRole('columnheader', { name: '2 meses después' })).toBeInTheDocument()
  const september = within(table)
    .getByRole('rowheader', { name: 'septiembre de 2026' })
    .closest('tr') as HTMLElement
  const cells = within(september).getAllByRole('cell')
  expect(cells[1]).toHaveAccessibleName('75 %, 30 de 40')
  expect(cells[2]).toHaveAccessibleName('25 %, 10 de 40, en curso')
  const october = within(table)
    .getByRole('rowheader', { name: 'octubre de 2026' })
    .closest('tr') as HTMLElement
  expect(within(october).getAllByRole('cell')[1]).toHaveAccessibleName('3 de 8, en curso')
  expect(within(october).getAllByRole('cell')[1]).not.toHaveAttribute('data-shade')
})

const shutAugust: CohortReport = {
  ...cohorts,
  cohorts: [
    { month: '2026-06', came: [share(40, 40), share(30, 40), share(0, 40), share(10, 40), share(0, 40)] },
    { month: '2026-07', came: [share(8, 8), share(0, 8), share(3, 8), share(0, 8)] },
    { month: '2026-09', came: [share(20, 20), share(0, 20)] },
  ],
}

async function cohortRow(month: string) {
  const table = await screen.findByRole('table', { name: '¿Siguen viniendo?' })
  const head = within(table).getByRole('rowheader', { name: month })
  return within(head.closest('tr') as HTMLElement).getAllByRole('cell')
}

test('shows a month without customers as a dash and the current month as a percentage', async () => {
  server.respond('get', '/reports/cohorts', shutAugust)
  openApp('/app/informes/vuelven')
  const june = await cohortRow('junio de 2026')
  expect(june[2]).toHaveTextContent(/^–/)
  expect(june[2]).toHaveAccessibleName('no se cuenta: ese mes no vino nadie')
  expect(june[2]).not.toHaveAttribute('data-shade')
  expect(june[4]).toHaveAccessibleName('0 %, 0 de 40, en curso')
  expect((await cohortRow('julio de 2026'))[1]).toHaveTextContent(/^–/)
  expect(screen.getByText(/^–: en agosto de 2026 no hubo clientes nuevos ni vino ninguno/)).toBeVisible()
})

test('a month without new customers has a row among the cohorts', async () => {
  server.respond('get', '/reports/cohorts', shutAugust)
  openApp('/app/informes/vuelven')
  const august = await cohortRow('agosto de 2026')
  expect(august.map((cell) => cell.textContent)).toEqual(['0', 'sin clientes nuevos'])
  expect((await cohortRow('octubre de 2026')).at(-1)).toHaveTextContent('sin clientes nuevos')
})

test('a month in which any customer came shows zeros instead of dashes', async () => {
  const lines = shutAugust.cohorts.map((line) =>
    line.month === '2026-07' ? { ...line, came: [share(8, 8), share(1, 8), share(3, 8), share(0, 8)] } : line,
  )
  server.respond('get', '/reports/cohorts', { ...shutAugust, cohorts: lines })
  openApp('/app/informes/vuelven')
  expect((await cohortRow('junio de 2026'))[2]).toHaveAccessibleName('0 %, 0 de 40')
  expect(screen.queryByText(/^–: en/)).toBeNull()
})

test('says how often customers come, with n', async () => {
  openApp('/app/informes/vuelven')
  expect(await screen.findByText('25 días')).toBeVisible()
  expect(
    screen.getByText('Lo normal: cada 19 a 29 días; así viene la mitad de en medio. 434 clientes.'),
  ).toBeVisible()
  await userEvent.click(screen.getAllByText('Ver como tabla').at(-1) as HTMLElement)
  expect(rowOf('9 semanas o más')).toHaveTextContent('0')
})

test('compares the hours with signs and words', async () => {
  openApp('/app/informes/horas')
  const table = await screen.findByRole('table', { name: 'Visitas por día y hora' })
  const ten = within(table).getByRole('rowheader', { name: '10 h' }).closest('tr') as HTMLElement
  expect(within(ten).getAllByRole('cell')[0]).toHaveAccessibleName('12 visitas, 3 más que antes')
  expect(within(table).getByRole('rowheader', { name: '11 h' })).toBeInTheDocument()
  const twelve = within(table).getByRole('rowheader', { name: '12 h' }).closest('tr') as HTMLElement
  expect(within(twelve).getAllByRole('cell')[4]).toHaveTextContent('18−9')
  expect(screen.getByText('antes 36 visitas (−6)')).toBeVisible()
  expect(screen.getByText('viernes, 12 h')).toBeVisible()
})

test('names no hour if several have the most visits', async () => {
  const even = hours.hours.map((hour) => ({ ...hour, visits: 15 }))
  server.respond('get', '/reports/hours', { ...hours, hours: even })
  openApp('/app/informes/horas')
  expect(await screen.findByText('Varias horas empatan en el máximo de visitas.')).toBeVisible()
})

test('says how many days without visits are not compared', async () => {
  server.respond('get', '/reports/hours', {
    ...hours,
    weekdays: [
      { weekday: 1, open: 6, closed: 2, closedBefore: 0, comparable: true },
      { weekday: 5, open: 8, closed: 0, closedBefore: 3, comparable: true },
    ],
  })
  openApp('/app/informes/horas')
  expect(
    await screen.findByText(/no vino nadie.* no se cuentan: 2 de estas semanas y 3 de antes/),
  ).toBeVisible()
  expect(screen.getByText(/Los martes, miércoles, jueves, sábados y domingos no vino nadie/)).toBeVisible()
  const days = screen.getByRole('rowheader', { name: 'Días' }).closest('tr') as HTMLElement
  expect(within(days).getAllByRole('cell')[0]).toHaveAccessibleName('6 días con visitas')
  expect(within(days).getAllByRole('cell')[1]).toHaveAccessibleName('0 días con visitas')
})

test('compares each weekday that was open often enough before', async () => {
  server.respond('get', '/reports/hours', {
    ...hours,
    visitsCompared: 12,
    visitsBefore: 9,
    weekdays: [
      { weekday: 1, open: 8, closed: 0, closedBefore: 0, comparable: true },
      { weekday: 5, open: 8, closed: 0, closedBefore: 0, comparable: false },
    ],
    hours: [
      { weekday: 1, hour: 10, visits: 12, before: 9 },
      { weekday: 5, hour: 12, visits: 18, before: 0 },
    ],
  })
  openApp('/app/informes/horas')
  expect(await screen.findByText(/No se comparan los viernes/)).toBeVisible()
  expect(screen.getByText('Vienen sobre todo los viernes de 12 a 13 h.')).toBeVisible()
  expect(screen.getByText('12 se comparan: antes 9 visitas (+3)')).toBeVisible()
  expect(screen.getByText('lunes, 10 h')).toBeVisible()
  const twelve = screen.getByRole('rowheader', { name: '12 h' }).closest('tr') as HTMLElement
  expect(within(twelve).getAllByRole('cell')[4]).toHaveAccessibleName('18 visitas')
})

test('compares no hours when too few days have visits', async () => {
  const weekdays = hours.weekdays.map((days) => ({ ...days, comparable: false }))
  server.respond('get', '/reports/hours', { ...hours, weekdays })
  openApp('/app/informes/horas')
  expect(await screen.findByText(/No se compara con antes: hay menos días con visitas/)).toBeVisible()
  expect(screen.queryByText('Donde más sube')).toBeNull()
  expect(screen.queryByText(/que antes/)).toBeNull()
})

test.each(['tarjeta', 'horas'])('a barber does not see the report %s', async (page) => {
  openApp(`/app/informes/${page}`, 'BARBER')
  expect(await screen.findByRole('heading', { name: /No autorizado|permiso/ })).toBeVisible()
})

test('the tab of the shown report is centred, even after the scroll position is restored', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.dataset.status === 'active' ? 300 : 0
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(180)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(328)
  const router = openApp('/app/informes/tarjeta')
  const row = () => screen.getByRole('link', { name: '¿Funciona la tarjeta?' }).parentElement
  const onRestore = vi.fn()
  router.subscribe('onRendered', () => {
    const tabs = screen.queryByRole('link', { name: '¿Funciona la tarjeta?' })?.parentElement
    if (!tabs) return
    tabs.scrollLeft = 544
    onRestore()
  })
  await screen.findByText(/^De cada 100 clientes/)
  await waitFor(() => expect(onRestore).toHaveBeenCalled())
  expect(row()?.scrollLeft).toBe(226)
})
