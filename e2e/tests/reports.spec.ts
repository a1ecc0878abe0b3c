import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalOverflow } from '../harness/accessibility.ts'
import { tabTo } from '../harness/keyboard.ts'
import { delayRequests, mockResponse } from '../harness/requests.ts'
import { button, panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const address = '/app/reports/services'

const counts = (page: Page, name: string) =>
  page.locator('tr', { has: page.getByRole('rowheader', { name, exact: true }) }).getByRole('cell')

// Spec: families-6
test('the owner sees how often a customer came and exports the report @sizes', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ name: 'Práxedes Muñoz', visits: 3 })
  await signIn(page, 'owner')
  await page.goto(`${address}?q=praxedes+munoz`)
  await expect(counts(page, customer.name)).toHaveText(['3', '3', '3'])
  await expect(page.getByText('visitas de 1 cliente con «praxedes munoz» en el nombre')).toBeVisible()

  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await expect(page.getByText('No vino nadie con ese nombre')).toBeVisible()
  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  await page.getByRole('radio', { name: 'Día' }).check()
  await expect(page).toHaveURL(/range=day/)
  await expect(counts(page, customer.name)).toHaveText(['3', '3', '3'])

  const downloading = page.waitForEvent('download')
  await button(page, 'Descargar el informe en CSV').click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^servicios-dia-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('Práxedes Muñoz;3;3;3')

  await page.getByRole('link', { name: customer.name }).click()
  await expect(page).toHaveURL(`/app/customers/${customer.id}`)
})

test('the week and the report show the same figures', async ({ page, shop, signIn }) => {
  await shop.newCustomer({ visits: 2 })
  await signIn(page, 'owner')
  await page.goto('/app')
  const visitors = panel(page, '¿Cuántos vinieron?')
  const visits = await visitors.locator('div:has(> dt:text-is("Esta semana")) .text-poster').textContent()
  await visitors.getByRole('link', { name: 'Ver el informe' }).click()
  await expect(page.locator('[role=status] .text-poster')).toHaveText(visits ?? '')
})

test('the report of a month is opened by keyboard alone', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ name: 'Teclas Prieto', visits: 1 })
  await signIn(page, 'owner')
  await page.goto(address)
  await expect(page.getByRole('table').first()).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'Semana' }))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/range=month/)
  await tabTo(page, page.getByLabel('Buscar por nombre'))
  await page.keyboard.type('teclas')
  await expect(counts(page, customer.name)).toHaveText(['1', '1', '1'])
  await tabTo(page, page.getByRole('link', { name: customer.name }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/app/customers/${customer.id}`)
})

const longName = 'Wenceslao Fernández-Villaverde de la Encina y Ruiz-Giménez'
const month = { from: '2026-10-01', to: '2026-10-31' }
const manyDays = Array.from({ length: 31 }, (_, index) => ({
  day: `2026-10-${String(index + 1).padStart(2, '0')}`,
  visits: (index * 37) % 1200,
  newCustomers: (index * 7) % 20,
}))

test('accessible: the services report', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const releaseRequests = await delayRequests(page, /\/api\/reports\//)
  await page.goto(address)
  await expect(page.locator('.animate-pulse').first()).toBeVisible()
  await expectAccessible(page)
  releaseRequests()

  await mockResponse(page, 'GET', '/reports/services', {
    body: {
      total: 128_450,
      customers: 9_999,
      items: [{ customerId: 'c1', name: longName, day: 12, week: 1_200, month: 12_345 }],
      nextCursor: 'more',
      range: 'month',
      window: {
        day: { from: '2026-10-15', to: '2026-10-15' },
        week: { from: '2026-10-12', to: '2026-10-18' },
        month,
      },
    },
  })
  await mockResponse(page, 'GET', '/reports/services/charts', {
    body: {
      came: { ...month, visits: 128_450, customers: 9_999, newCustomers: 310 },
      days: manyDays,
      hours: manyDays.map(({ visits }, index) => ({
        weekday: (index % 7) + 1,
        hour: 8 + (index % 13),
        visits: visits + 1,
      })),
    },
  })
  await page.goto(`${address}?range=month&date=2026-10-15`)
  await expect(page.getByText(longName)).toBeVisible()
  await page.getByText('Ver como tabla').click()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  await mockResponse(page, 'GET', '/reports/services/charts', { status: 422 })
  await mockResponse(page, 'GET', '/reports/services', { status: 422 })
  await page.reload()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expectAccessible(page)
})

const share = (part: number, total: number) => ({
  part,
  total,
  percent: total < 20 ? null : Math.round((100 * part) / total),
})
const took = { count: 9_999, first: 18, median: 91, third: 240 }
const steps = ['REGISTERED', 'FIRST_VISIT', 'SECOND_VISIT', 'HALF', 'FULL', 'REDEEMED']

test('accessible: the card, the cohorts and the hours', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await mockResponse(page, 'GET', '/reports/card', {
    body: {
      period: month,
      before: month,
      counting: false,
      steps: steps.map((step, index) => ({
        step,
        now: { reached: share(128_450 - 20_000 * index, 128_450), took },
        before: { reached: share(5, 9), took },
      })),
      firstReward: took,
      slowReward: true,
      imported: 12_345,
      withPaperCard: 1,
      visitTarget: 10,
      halfReward: true,
    },
  })
  await mockResponse(page, 'GET', '/reports/card/customers', {
    body: {
      items: [{ customerId: 'c1', name: longName, registeredOn: month.from, lastVisitOn: month.to }],
      total: 12_345,
      nextCursor: 'more',
    },
  })
  await mockResponse(page, 'GET', '/reports/cohorts', {
    body: {
      counting: false,
      cohorts: Array.from({ length: 12 }, (_, row) => ({
        month: `2026-${String(row + 1).padStart(2, '0')}`,
        came: Array.from({ length: 12 - row }, (_, column) =>
          share(1_200 - 100 * column, row % 3 ? 1_200 : 9),
        ),
      })),
      gaps: took,
      gapPeriod: month,
      gapWeeks: [0, 70, 1_400, 163, 59, 2, 0, 0, 12_345],
    },
  })
  await mockResponse(page, 'GET', '/reports/hours', {
    body: {
      period: month,
      before: month,
      visits: 128_450,
      visitsBefore: 130_000,
      visitsCompared: 128_450,
      weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        ...{ weekday, open: 7, closed: 1, closedBefore: 3 },
        comparable: weekday < 7,
      })),
      hours: manyDays.map(({ visits }, index) => ({
        weekday: (index % 7) + 1,
        hour: 8 + (index % 13),
        visits,
        before: 600,
      })),
    },
  })
  for (const [question, table] of [
    ['tarjeta', 'Del registro a la primera recompensa'],
    ['vuelven', '¿Siguen viniendo?'],
    ['horas', 'Visitas por día y hora'],
  ]) {
    await page.goto(`/app/informes/${question}`)
    await expect(page.getByRole('table', { name: table })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalOverflow(page)
  }
})
