import { Counter, codeOf } from '../harness/counter.ts'
import { expect, test } from '../harness/test.ts'

// Spec: checkin-19
test('a device is named by a code, and its unsent visits are handed over when it is revoked', async ({
  page,
  otherDevice,
  shop,
  signIn,
}) => {
  const [ana, benito] = [
    await shop.newCustomer({ name: 'Ana Ferrer' }),
    await shop.newCustomer({ name: 'Benito Lara' }),
  ]
  await signIn(page, 'owner')
  await page.goto('/app/devices')
  await page.getByRole('button', { name: 'Añadir dispositivo' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Tablet caja')
  const added = page.waitForResponse(
    (response) => response.url().endsWith('/api/devices') && response.status() === 201,
  )
  await page.getByRole('button', { name: 'Crear código' }).click()
  await expect(page.getByRole('img', { name: 'Código QR para dar de alta Tablet caja' })).toBeVisible()
  const { url } = (await (await added).json()) as { url: string }

  const tablet = await otherDevice()
  await tablet.goto(url)
  await tablet.getByRole('button', { name: 'Dar de alta este dispositivo' }).click()
  await expect(tablet.getByText('Este dispositivo se llama «Tablet caja»')).toBeVisible()
  expect(tablet.url()).not.toContain('#')
  await expect(page.getByText('«Tablet caja» está dado de alta.')).toBeVisible()
  await page.getByRole('button', { name: 'Hecho' }).click()

  // Revoking the device also ends its session, so no other test may share it.
  await signIn(tablet, await shop.ownSession('barber'))
  const counter = await new Counter(tablet).open()
  await counter.read(codeOf(ana.id))
  await expect(counter.panel).toContainText('✅ Visita registrada')
  await tablet.context().setOffline(true)
  await counter.read(codeOf(benito.id))
  await expect(counter.panel).toContainText('Guardada en este dispositivo')

  await page.getByRole('button', { name: 'Dar de baja Tablet caja' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Dar de baja' })
  await expect(confirm).toBeEnabled()
  await confirm.click()
  await expect(page.getByText('De baja', { exact: true })).toBeVisible()

  await tablet.context().setOffline(false)
  await expect(tablet.getByText('«Tablet caja» se ha dado de baja')).toBeVisible()
  await expect(tablet.getByText(/La visita que quedaba por enviar está entregada/)).toBeVisible()
  await expect(tablet).toHaveURL(/\/login$/)
  expect(await shop.visitsOf(benito.id)).toBe(0)

  await page.reload()
  const register = page.getByRole('button', { name: 'Registrar la visita de Benito Lara' })
  await expect(register).toBeEnabled()
  await register.click()
  await expect(page.getByText('Registrada', { exact: true })).toBeVisible()
  expect(await shop.visitsOf(benito.id)).toBe(1)
  expect(await shop.visitsOf(ana.id)).toBe(1)
})
