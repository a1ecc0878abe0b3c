import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNothingSticksOut } from '../harness/accessibility.ts'
import { tabTo } from '../harness/keyboard.ts'
import { delayRequests, mockResponse } from '../harness/requests.ts'
import { button, panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const address = '/app/reports/services'

/** The counts of a customer: day, week, month. */
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
  const came = panel(page, '¿Cuántos vinieron?')
  const visits = await came.locator('div:has(> dt:text-is("Esta semana")) .text-poster').textContent()
  await came.getByRole('link', { name: 'Ver el informe' }).click()
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
  const letGo = await delayRequests(page, /\/api\/reports\//)
  await page.goto(address)
  await expect(page.locator('.animate-pulse').first()).toBeVisible()
  await expectAccessible(page)
  letGo()

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
  await expectNothingSticksOut(page)

  await mockResponse(page, 'GET', '/reports/services/charts', { status: 422 })
  await mockResponse(page, 'GET', '/reports/services', { status: 422 })
  await page.reload()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expectAccessible(page)
})

test('accessible: the card, the cohorts and the hours', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  for (const question of ['tarjeta', 'vuelven', 'horas']) {
    await page.goto(`/app/informes/${question}`)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectAccessible(page)
    await expectNothingSticksOut(page)
  }
})
