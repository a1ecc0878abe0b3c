import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalOverflow } from '../harness/accessibility.ts'
import { tabTo } from '../harness/keyboard.ts'
import { delayRequests, mockResponse } from '../harness/requests.ts'
import type { Shop } from '../harness/shop.ts'
import { button, panel, row } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

let count = 0

async function newFamily(shop: Shop, draft: { name?: string; policy?: string; members?: string[] } = {}) {
  const { name = `Familia Prueba ${++count}`, policy = 'POOL', members = [] } = draft
  const family = await shop.as<{ id: string }>('admin', 'POST', '/families', { name, policy })
  for (const customerId of members) {
    await shop.as('admin', 'POST', `/families/${family.id}/members`, { customerId, role: 'ADULT' })
  }
  return { ...family, name, short: name.replace('Familia ', '') }
}

const dialogOf = (page: Page) => page.getByRole('dialog')

const dots = (within: Locator, count: number) => within.getByRole('img', { name: `${count} de 10 visitas` })

// Spec: families-1, validation-28, errors-49
test('a family is created, joined, shared, left and deleted @sizes', async ({ page, shop, signIn }) => {
  const ana = await shop.newCustomer({ name: 'Ana Compartida', visits: 3 })
  const name = `Familia Nuevas ${++count}`
  await signIn(page, 'owner')
  await page.goto('/app/familias')
  await button(page, '+ Nueva familia').click()
  await page.getByLabel('Nombre de la familia').fill(name)
  await button(page, 'Crear familia').click()
  await expect(page.getByText('✅ Familia creada.')).toBeVisible()
  await page.getByLabel('Buscar por nombre').fill(name.toUpperCase())
  await expect(page.getByText(`1 familia coincide con «${name.toUpperCase()}»`)).toBeVisible()
  await expect(page).toHaveURL(/\?q=/)
  await row(page, name).getByRole('link').click()

  await page.getByLabel('Buscar a un cliente').fill(ana.phone)
  await page.getByRole('button', { name: /Ana Compartida/ }).click()
  await expect(dialogOf(page)).toContainText('Sus próximas visitas sellarán la tarjeta de la familia.')
  await expect(dots(dialogOf(page), 3)).toBeVisible()
  await expect(dots(dialogOf(page), 0)).toBeVisible()
  await dialogOf(page).getByLabel('Papel en la familia').selectOption('PRIMARY')
  await button(dialogOf(page), 'Añadir a Ana Compartida').click()
  await expect(page.getByLabel('Papel de Ana Compartida')).toHaveValue('PRIMARY')

  await shop.as('admin', 'POST', `/customers/${ana.id}/visits`, { authorized: true })
  await page.reload()
  await expect(dots(row(page, ana.name), 1)).toBeVisible()
  await button(page, `Quitar a ${ana.name} de la familia`).click()
  await expect(dots(dialogOf(page), 3)).toBeVisible()
  await button(dialogOf(page), `Quitar a ${ana.name}`).click()
  await expect(page.getByText('Aún no hay nadie en esta familia')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Familias' }).click()
  await page.getByLabel('Buscar por nombre').fill(name)
  await row(page, name).getByRole('button').click()
  await expect(dialogOf(page)).toContainText('Eliminar familia? Solo si está vacía.')
  await dialogOf(page)
    .getByRole('button', { name: /^Eliminar/ })
    .click()
  await expect(page.getByText('Ninguna familia coincide')).toBeVisible()
})

// Spec: routes-25
test('a policy change shows its effects for each member before it is saved', async ({
  page,
  shop,
  signIn,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Propia', visits: 2 })
  const eva = await shop.newCustomer({ name: 'Eva Propia' })
  const family = await newFamily(shop, { members: [ana.id, eva.id] })
  await shop.stamp(ana.id, 5)
  await signIn(page, 'admin')
  await page.goto(`/familias/${family.id}`)
  await expect(page).toHaveURL(`/app/familias/${family.id}`)
  await expect(panel(page, 'Tarjeta de la familia')).toContainText('Pendiente: 1 descuento del 50 %.')
  await page.getByLabel('Cómo suman puntos').selectOption('INDIVIDUAL')
  await button(page, 'Guardar').click()
  const effects = dialogOf(page).getByRole('listitem')
  await expect(effects).toHaveCount(2)
  await expect(dots(effects.filter({ hasText: ana.name }), 5)).toBeVisible()
  await expect(dots(effects.filter({ hasText: ana.name }), 2)).toBeVisible()
  await button(dialogOf(page), 'Cambiar y guardar').click()
  await expect(page.getByText('✅ Guardado.')).toBeVisible()
  await expect(dots(row(page, ana.name), 2)).toBeVisible()
  await expect(dots(row(page, eva.name), 0)).toBeVisible()
  await expect(panel(page, 'Tarjeta de la familia')).toContainText('Pendiente: 1 descuento del 50 %.')
  await expect(row(page, eva.name), 'only the family has the reward').not.toContainText('descuento')

  await row(page, ana.name).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: ana.name })).toBeVisible()
  await page.getByRole('link', { name: `Familia ${family.short}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: family.name })).toBeVisible()
})

test('a member gets a role and is removed by keyboard alone', async ({ page, shop, signIn }) => {
  const eva = await shop.newCustomer({ name: 'Eva Tecla' })
  const family = await newFamily(shop, { members: [eva.id] })
  await signIn(page, 'admin')
  await page.goto(`/app/familias/${family.id}`)
  const role = page.getByLabel(`Papel de ${eva.name}`)
  await tabTo(page, role)
  const saved = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(role).toHaveValue('PRIMARY')
  await expect(role).toHaveAccessibleDescription('Intro para guardar')
  await page.keyboard.press('Enter')
  expect((await saved).postDataJSON()).toEqual({ role: 'PRIMARY' })
  const leave = button(page, `Quitar a ${eva.name} de la familia`)
  await tabTo(page, leave)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leave).toBeFocused()
  await page.keyboard.press('Space')
  await tabTo(page, button(dialogOf(page), `Quitar a ${eva.name}`))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Aún no hay nadie en esta familia')).toBeVisible()
})

const longName = 'Familia Fernández-Villaverde de la Encina y Ruiz-Giménez de Valdeavellano-del-Marquesado'

const listed = {
  id: 'f1',
  name: longName,
  policy: 'POOL',
  membersCount: 3,
  createdAt: '2026-01-02T10:00:00Z',
}

const rewards = [
  {
    id: 'r1',
    kind: 'FREE',
    status: 'PENDING',
    milestone: 10,
    note: '',
    createdAt: listed.createdAt,
    redeemedAt: null,
  },
]

const family = {
  ...listed,
  card: { count: 10, target: 10, halfMilestone: 5, rewards },
  members: ['c1', 'c2'].map((customerId) => ({
    customerId,
    name: longName,
    phone: '+34611223344',
    role: 'ADULT',
    visitsCount: 1,
    lastVisitAt: null,
  })),
}

const progress = {
  cardId: 'k',
  cardKind: 'FAMILY',
  familyName: longName,
  count: 10,
  target: 10,
  halfMilestone: 5,
  toHalf: 0,
  toFree: 10,
  vip: false,
  visitedToday: false,
  lastVisitAt: null,
  pending: null,
  rewards,
}

test('accessible: the families', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  const releaseRequests = await delayRequests(page, /\/api\/families(\?|$)/)
  await page.goto('/app/familias')
  await button(page, '+ Nueva familia').click()
  await button(page, 'Crear familia').click()
  await expect(page.locator('table[aria-busy]')).toBeVisible()
  await expectAccessible(page)
  releaseRequests()
  await page.reload()
  await expect(row(page, 'Familia Rojas')).toBeVisible()

  await mockResponse(page, 'GET', '/families', { body: { items: [listed], total: 60, nextCursor: 'x' } })
  await page.reload()
  await expect(row(page, longName)).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)
  await row(page, longName).getByRole('button').click()
  await expectAccessible(page)

  await mockResponse(page, 'GET', '/families', { status: 422 })
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('No se pudieron cargar las familias.')
  await expectAccessible(page)

  await mockResponse(page, 'GET', '/families/f1', { status: 422 })
  await page.goto('/app/familias/f1')
  await expect(page.getByRole('alert')).toContainText('No se pudo cargar.')
  await expectAccessible(page)
})

test('accessible: a family', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await mockResponse(page, 'GET', '/families/f1', { body: family })
  await mockResponse(page, 'GET', '/customers/c1/progress', { body: progress })
  await mockResponse(page, 'GET', '/customers/c2/progress', { status: 422 })
  const after = { ...progress, cardKind: 'INDIVIDUAL', count: 3, rewards: [] }
  const effect = { customerName: longName, before: progress, after }
  const items = ['c1', 'c2'].map((customerId) => ({ customerId, ...effect }))
  await mockResponse(page, 'GET', '/families/f1/policy/preview', {
    body: { items, total: 2, nextCursor: null },
  })
  await page.goto('/app/familias/f1')
  await expect(page.getByText('No se pudo cargar el progreso.').first()).toBeAttached()
  await page.getByLabel('Buscar a un cliente').fill('rojas')
  await expect(page.getByRole('list', { name: 'Clientes encontrados' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalOverflow(page)

  await page.getByLabel('Cómo suman puntos').selectOption('INDIVIDUAL')
  await mockResponse(page, 'PATCH', '/families/f1', { status: 422 })
  await button(page, 'Guardar').click()
  await button(dialogOf(page), 'Cambiar y guardar').click()
  await expect(dialogOf(page).getByText('❌ No se pudo guardar.')).toBeVisible()
  await expectAccessible(page)
})
