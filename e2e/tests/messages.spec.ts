import { expectAccessible } from '../harness/accessibility.ts'
import { businesses } from '../harness/accounts.ts'
import { CustomerRecord } from '../harness/customers.ts'
import { Portal } from '../harness/portal.ts'
import { expect, test } from '../harness/test.ts'

// Spec: product-6, admin-8
test('a QR is sent again, and the record shows its delivery state', async ({ page, shop, signIn }) => {
  const neverAsked = await shop.newCustomer({ name: 'Eva Ruiz' })
  const ana = await shop.newcomer({ name: 'Ana Ruiz' })
  await signIn(page, 'admin')
  await new CustomerRecord(page, neverAsked.id).open('mensajes')
  const messages = page.getByRole('region', { name: 'Mensajes' })
  await expect(messages.getByText('Aún no se le ha enviado nada por WhatsApp.')).toBeVisible()
  await expect(messages.getByText('No ha aceptado mensajes de WhatsApp')).toBeVisible()
  await expectAccessible(page)

  const record = await new CustomerRecord(page, ana.id).open('mensajes')
  await expect(messages.getByRole('listitem')).toContainText('Enviado')
  await messages.getByRole('button', { name: 'Reenviar QR' }).click()
  await expect(messages.getByText('QR en cola de envío.')).toBeVisible()
  await expect(messages.getByRole('listitem').filter({ hasText: 'Enviado' })).toHaveCount(2)
  await expect(record.head).toBeVisible()
  await expectAccessible(page)
})

test('a requested code appears on the messages page and signs in', async ({
  page,
  shop,
  signIn,
  otherDevice,
}) => {
  const ana = await shop.newcomer({ name: 'Ana Ruiz' })
  const portal = await new Portal(page).open()
  await portal.phone.fill(ana.phone)
  await portal.send.click()
  await portal.code.waitFor()

  const operator = await otherDevice()
  await signIn(operator, 'superadmin')
  const digits = ana.phone.replace(/\D/g, '').slice(-9)
  await operator.goto(`/cpanel/mensajes?q=${digits}`)
  const row = operator.getByRole('row').filter({ hasText: 'es tu código' })
  await expect(row).toContainText('Enviado')
  const code = /(\d{6}) es tu código/.exec((await row.textContent()) ?? '')?.[1] ?? ''
  await expectAccessible(operator)

  await portal.code.fill(code)
  await expect(portal.title).toBeVisible()
})

test('the operator stops the messages of a business and allows them again', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(page, 'superadmin')
  await page.goto('/cpanel')
  const set = async (enabled: boolean) => {
    await page.getByRole('button', { name: 'Más acciones de Barbería Norte' }).click()
    await page.getByRole('menuitem', { name: 'Envíos por WhatsApp' }).click()
    const dialog = page.getByRole('dialog', { name: 'Envíos de Barbería Norte' })
    await dialog.getByRole('checkbox', { name: 'Enviar por WhatsApp' }).setChecked(enabled)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
  }
  await set(false)
  const path = `/wa/status?businessId=${businesses.other}`
  expect(await shop.as('superadmin', 'GET', path)).toMatchObject({ enabled: false })
  await set(true)
  expect(await shop.as('superadmin', 'GET', path)).toMatchObject({ enabled: true })
})
