import { accounts } from '../harness/accounts.ts'
import { tabTo } from '../harness/keyboard.ts'
import { force } from '../harness/requests.ts'
import { button, row, storedSession } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

test('the operator sees the businesses, and acts on the one chosen @sizes', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await page.goto('/cpanel')
  await expect(row(page, 'Barbería Norte')).toContainText('Activo')
  await expect(row(page, 'Barbería Norte')).toContainText(/\d+ de [a-z]+ de 20\d\d/)
  await expect(page.getByRole('link', { name: 'Elegir negocio' })).toHaveText('Sin negocio elegido')

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
  await expect(row(page, 'Álvaro Núñez Prieto')).toBeVisible()
  await expect(row(page, 'Ander Goñi Arrieta')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Negocio elegido: Barbería Demo/ })).toBeVisible()
})

test('businesses that do not come say so, and a refusal of the control panel ends no session', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'superadmin')
  for (const status of [401, 403, 404, 429]) {
    await force(page, 'GET', '/cp/businesses', { status })
    await page.goto('/cpanel')
    await expect(page.getByRole('alert')).toHaveText('No se pudo cargar el listado de negocios (CP).')
    await expect(page).toHaveURL('/cpanel')
    expect(await storedSession(page)).not.toBeNull()
  }
  await force(page, 'GET', '/cp/businesses', null)
  await button(page, 'Reintentar').click()
  await expect(page.getByRole('alert')).toHaveText('Error de red')
  await page.unrouteAll()
  await button(page, 'Reintentar').click()
  await expect(row(page, 'Barbería Norte')).toBeVisible()
})

test('with the keyboard alone the operator chooses a business and another', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  await page.goto('/staff/checkin')
  await tabTo(page, page.getByRole('link', { name: 'Ir al panel de control' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Panel de Barbería Norte' }))
  await page.keyboard.press('Enter')
  await expect(row(page, 'Ander Goñi Arrieta')).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: /^Negocio elegido: Barbería Norte/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Clientes de Barbería Demo' }))
  await page.keyboard.press('Enter')
  await expect(row(page, 'Álvaro Núñez Prieto')).toBeVisible()
})
