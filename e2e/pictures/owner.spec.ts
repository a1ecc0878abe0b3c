import { CustomerList, CustomerRecord, NewCustomer } from '../harness/customers.ts'
import { Businesses, panel, Settings, Team } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'
import { take, takePart } from './take.ts'

test.beforeEach(({ page, signIn }) => signIn(page, 'owner'))

test('the week and the reports', async ({ page }) => {
  await page.goto('/app')
  await take(page, 'dashboard')
  await expect(panel(page, '¿Quién ha dejado de venir?')).toBeVisible()
  await takePart(panel(page, '¿Quién ha dejado de venir?'), 'dashboard-lost')
  await page.goto('/app/reports/services?range=month')
  const hours = panel(page, '¿A qué hora vienen?')
  await expect(hours).toBeVisible()
  await takePart(panel(page, '¿Cuánta gente viene cada día?'), 'report-days')
  await takePart(hours, 'report-hours')
})

test('the customers and a family', async ({ page, shop }) => {
  await new CustomerList(page).open()
  await expect(page.getByRole('table')).toBeVisible()
  await take(page, 'customers')

  const [carlos] = await shop.search('Carlos Peña Lozano')
  const record = await new CustomerRecord(page, carlos?.id ?? '').open()
  await expect(record.stamps).toBeVisible()
  await expect(record.visits.first()).toBeVisible()
  await take(page, 'record')

  const form = await new NewCustomer(page).open()
  await form.fillIn('Rosa Medina', '655 12 34 56')
  await form.create.click()
  await expect(form.qr.getByRole('img')).toHaveJSProperty('complete', true)
  await takePart(form.qr, 'new-customer')

  await page.goto('/app/familias')
  await page
    .getByRole('link', { name: /^Abrir la familia/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Miembros' })).toBeVisible()
  await take(page, 'family')
})

test('the settings', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 1600 }) // taller parts lie under the save bar
  const settings = await new Settings(page).open()
  await expect(settings.card).toBeVisible()
  await takePart(panel(page, 'La tarjeta'), 'settings-card')
  await settings.go('Mensajes')
  await takePart(settings.messages, 'settings-messages')
  await settings.go('Cartel y enlaces')
  await takePart(panel(page, 'Cartel para el local'), 'settings-poster')
  await settings.go('Legal')
  await takePart(panel(page, 'Datos legales'), 'settings-legal')
})

test('the team and the devices', async ({ page }) => {
  await new Team(page).open()
  await take(page, 'team')
  await page.goto('/app/devices')
  await page.getByRole('button', { name: 'Añadir dispositivo' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Tablet caja')
  await page.getByRole('button', { name: 'Crear código' }).click()
  await expect(page.getByRole('img', { name: 'Código QR para dar de alta Tablet caja' })).toBeVisible()
  await takePart(page.getByRole('dialog'), 'device-code')
})

test('a new business', async ({ page, signIn }) => {
  await signIn(page, 'superadmin')
  const businesses = await new Businesses(page).open()
  await businesses.create.click()
  await businesses.dialog.getByLabel('Nombre del negocio').fill('Barbería La Navaja')
  await businesses.dialog.getByLabel('Correo del propietario').fill('manuel@lanavaja.es')
  await takePart(businesses.dialog, 'new-business')
})
