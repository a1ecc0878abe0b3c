import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { accounts, businesses } from '../harness/accounts.ts'
import { tabTo } from '../harness/keyboard.ts'
import { Businesses, button, row, Tools } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

// Spec: product-4, routes-23, routes-28, families-8, families-9, calls-34
test('the operator sees the businesses and acts in each tab on the one chosen there @sizes', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page, 'superadmin')
  await page.goto('/cpanel')
  await expect(row(page, 'Barbería Norte')).toContainText('Activo')
  await expect(row(page, 'Barbería Norte')).toContainText(/\d\d\/\d\d\/20\d\d/)
  await expect(page.getByRole('link', { name: 'Elegir negocio' })).toHaveText(
    'Sin negocio elegido. Elegir negocio',
  )

  await page.getByRole('link', { name: 'Clientes de Barbería Norte' }).click()
  await expect(page).toHaveURL('/app/customers/list')
  await expect(row(page, 'Ander Goñi Arrieta')).toBeVisible()
  await expect(row(page, 'Álvaro Núñez Prieto')).toHaveCount(0)
  await page.goto('/app/users')
  await expect(row(page, accounts.otherOwner)).toBeVisible()

  await page.getByRole('link', { name: /^Negocio elegido: Barbería Norte/ }).click()
  await expect(row(page, 'Barbería Norte')).toContainText('Elegido')
  await page.getByRole('link', { name: 'Panel de Barbería Demo' }).click()
  await expect(page).toHaveURL('/app/admin')
  await new Tools(page).expectFound('Álvaro Núñez Prieto')
  await new Tools(page).expectFound('Ander Goñi Arrieta', false)
  await expect(page.getByRole('link', { name: /^Negocio elegido: Barbería Demo/ })).toBeVisible()

  const otherTab = await context.newPage()
  await otherTab.goto('/app/admin')
  await new Tools(otherTab).expectFound('Álvaro Núñez Prieto')
  await otherTab.goto(`/app/admin?businessId=${businesses.other}`)
  await new Tools(otherTab).expectFound('Ander Goñi Arrieta')
  await page.reload()
  await new Tools(page).expectFound('Álvaro Núñez Prieto')
  await expect(page.getByRole('link', { name: /^Negocio elegido: Barbería Demo/ })).toBeVisible()
})

// Spec: families-9
test('the operator chooses one business and then another by keyboard alone', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await page.goto('/staff/checkin')
  await tabTo(page, page.getByRole('link', { name: 'Ir al panel de control' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Panel de Barbería Norte' }))
  await page.keyboard.press('Enter')
  await new Tools(page).expectFound('Ander Goñi Arrieta')
  await tabTo(page, page.getByRole('link', { name: /^Negocio elegido: Barbería Norte/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Clientes de Barbería Demo' }))
  await page.keyboard.press('Enter')
  await expect(row(page, 'Álvaro Núñez Prieto')).toBeVisible()
})

test('a business is created with its owner, suspended with all sessions ended, and reactivated', async ({
  page,
  context,
  shop,
  signIn,
}, { project, repeatEachIndex }) => {
  const name = `Barbería Sur ${project.name} ${repeatEachIndex}`
  const email = `eva.${project.name}.${repeatEachIndex}@sur.test`
  await signIn(page, 'superadmin')
  const panel = await new Businesses(page).open()
  const temporaryPassword = await panel.add(name, email)
  await button(page, 'Ya la he apuntado').click()
  await expect(row(page, name)).toContainText('Activo')

  const password = 'Navaja-2026'
  await shop.changePassword(await shop.signIn(email, temporaryPassword), temporaryPassword, password)
  const ownersPage = await context.newPage()
  const owner = await shop.signIn(email, password)
  await ownersPage.goto('/app-version.json')
  // Requests the data again as the owner, because a window may show cached data.
  const asOwner = (path: string) =>
    ownersPage.evaluate(
      async ([address, token]) =>
        (await fetch(`/api${address}`, { headers: { Authorization: `Bearer ${token}` } })).status,
      [path, owner.token] as const,
    )
  expect(await asOwner('/business')).toBe(200)

  await panel.pick(name, 'Suspender')
  await expect(panel.dialog).toContainText('No se borra nada')
  await button(page, `Suspender ${name}`).click()
  await expect(row(page, name)).toContainText('Suspendido')
  expect(await asOwner('/business')).toBe(401)
  await expect(shop.signIn(email, password)).rejects.toThrow('Negocio suspendido')
  await expect(shop.as('superadmin', 'GET', `/public/businesses/${owner.businessId}`)).resolves.toMatchObject(
    { status: 'SUSPENDED' },
  )

  await panel.pick(name, 'Reactivar')
  await button(page, `Reactivar ${name}`).click()
  await expect(row(page, name)).toContainText('Activo')
  expect(await asOwner('/business')).toBe(401)
  await shop.signIn(email, password)
})

/** An image's `complete` is true even if it is broken. */
async function expectPoster(within: Page | Locator) {
  const picture = within.getByRole('img', { name: /^Así queda el cartel/ })
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((sheet: HTMLImageElement) => sheet.naturalWidth)).toBeGreaterThan(0)
}

/** Returns the file that the browser downloads. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'latin1') }
}

test('all data of a business is exported as a file', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  const panel = await new Businesses(page).open()
  const { name, content } = await saved(page, () => panel.pick('Barbería Norte', 'Descargar sus datos'))
  expect(name).toBe('negocio-demonort.zip')
  expect(content.slice(0, 2)).toBe('PK')
  for (const file of ['LEEME.txt', 'customers.jsonl', 'visits.jsonl']) expect(content).toContain(file)
})

test('the owner saves the poster for the wall and for the counter', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/app/settings?seccion=cartel')
  await expectPoster(page)
  await expect(page.getByText('No lo imprimas todavía')).toBeVisible() // the tests' server is at 127.0.0.1
  for (const [words, file, paper] of [
    ['Descargar A4, para la pared', 'cartel-a4.pdf', '595.28 841.89'],
    ['Descargar A6, para el mostrador', 'cartel-a6.pdf', '297.64 420.94'],
  ] as const) {
    const { name, content } = await saved(page, () => button(page, words).click())
    expect(name).toBe(file)
    expect(content).toContain(`/MediaBox [0 0 ${paper}]`)
  }
})

test('the operator previews the poster of a business before printing', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await page.goto('/cpanel')
  await button(page, 'Cartel de Barbería Norte').click()
  const dialog = page.getByRole('dialog', { name: 'Cartel de Barbería Norte' })
  await expectPoster(dialog)
  await expect(dialog.getByText('No lo imprimas todavía')).toBeVisible() // the tests' server is at 127.0.0.1
  await expectAccessible(page)
  const { name } = await saved(page, () => dialog.getByRole('button', { name: /Descargar A4/ }).click())
  expect(name).toBe('cartel-demonort.pdf')
})

test('the chosen business stays visible until the operator leaves it @sizes', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await page.goto(`/app/admin?businessId=${businesses.demo}`)
  const { acting } = new Businesses(page)
  await expect(acting).toContainText('Barbería Demo')
  for (const path of ['/staff/checkin', '/app/customers/list', '/app/settings', '/cpanel']) {
    await page.goto(path)
    await expect(acting).toContainText('Barbería Demo')
    await page.mouse.wheel(0, 4000)
    await expect(acting).toBeInViewport()
  }
  await button(page, 'Salir de Barbería Demo').click()
  await expect(acting).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Elegir negocio' })).toBeVisible()
  await page.goto('/app/customers/list')
  await expect(page.getByText('Elige primero un negocio')).toBeVisible()
})

test('the suspension of a business is cancelled by keyboard alone', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  const panel = await new Businesses(page).open()
  await tabTo(page, button(page, 'Más acciones de Barbería Norte'))
  await page.keyboard.press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(item('Cambiar el nombre')).toBeFocused()
  for (const next of ['Envíos por WhatsApp', 'Ver sus mensajes', 'Descargar sus datos', 'Suspender']) {
    await page.keyboard.press('ArrowDown')
    await expect(item(next)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(panel.dialog).toContainText('¿Suspender Barbería Norte?')
  await page.keyboard.press('Escape')
  await expect(panel.dialog).toBeHidden()
  await expect(row(page, 'Barbería Norte')).toContainText('Activo')
})
