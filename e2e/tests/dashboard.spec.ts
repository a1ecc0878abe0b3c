import { tabTo } from '../harness/keyboard.ts'
import { panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

// Spec: dashboard-1, dashboard-2, dashboard-9
test('the dashboard greets the user, shows counts, and links to daily tasks', async ({
  page,
  shop,
  signIn,
}) => {
  const { total } = await shop.as<{ total: number }>('owner', 'GET', '/customers?limit=1')
  await signIn(page, 'owner')
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Manuel')
  await expect(page.getByText('Barbería Demo')).toBeVisible()
  await expect(panel(page, 'Clientes')).toContainText(`${total} clientes con tarjeta`)
  await expect(panel(page, 'Equipo')).toContainText('personas pueden entrar')
  await expect(panel(page, 'Equipo')).toContainText('Lucía Ferrer')

  const ways = page.getByRole('navigation', { name: 'Accesos directos' })
  for (const [name, address] of [
    ['Escanear o buscar', '/staff/checkin'],
    ['Lista de clientes', '/app/customers/list'],
    ['Crear cliente', '/app/customers/new'],
    ['Herramientas del negocio', '/app/admin'],
    ['Gestionar equipo', '/app/users'],
  ] as const) {
    await ways.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
  }
})

test('the links of the dashboard work by keyboard alone', async ({ page, signIn }) => {
  await signIn(page, 'admin')
  await page.goto('/app')
  await expect(panel(page, 'Equipo')).toContainText('Iván Castaño')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ver el informe' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Escanear o buscar' }))
  await tabTo(page, page.getByRole('link', { name: 'Gestionar el equipo' }))
  await tabTo(page, page.getByRole('link', { name: 'Ver la lista' }), 'Shift+Tab')
  await tabTo(page, page.getByRole('link', { name: 'Herramientas del negocio' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/admin')
})
