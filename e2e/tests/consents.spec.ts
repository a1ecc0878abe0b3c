import { expectAccessible } from '../harness/accessibility.ts'
import { CustomerRecord } from '../harness/customers.ts'
import { Portal } from '../harness/portal.ts'
import { button, expectAnnounced, fact } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

test('the counter shows the consents of a customer and records a withdrawal', async ({
  page,
  shop,
  signIn,
}) => {
  const { id, name } = await shop.newcomer({ name: 'Nuria Valdés' })
  await signIn(page, 'admin')
  const { consents, dialog } = await new CustomerRecord(page, id).open('consentimientos')
  await expect(fact(consents.locator('dl'), 'Promociones')).toHaveText('Aceptado')
  await expect(fact(consents.locator('dl'), 'Mensajes por SMS')).toHaveText('No aceptado')
  const history = consents.getByRole('region', { name: 'Historial' }).getByRole('listitem')
  await expect(history).toHaveCount(1)
  await expect(history).toContainText('Formulario de registro')
  await expectAccessible(page)

  await button(consents, 'No quiere publicidad').click()
  await expect(dialog).toContainText('Su tarjeta, sus visitas y su QR siguen igual.')
  await expectAccessible(page)
  await button(dialog, 'Cancelar').click()
  await expect(history).toHaveCount(1)
  await button(consents, 'No quiere publicidad').click()
  await button(dialog, 'Dejar de enviar').click()
  await expectAnnounced(page, `Anotado: ${name} no recibirá más publicidad.`)
  await expect(fact(consents.locator('dl'), 'Promociones')).toHaveText('No aceptado')
  await expect(history.first()).toContainText('En el mostrador')
  await expect(consents).toContainText('No recibe publicidad.')
  await expect(button(consents, 'No quiere publicidad')).toHaveCount(0)
})

test('consents changed in the portal appear in the history at the counter', async ({
  page,
  otherDevice,
  shop,
  signIn,
}) => {
  const nuria = await shop.newcomer({ name: 'Nuria Valdés' })
  const phone = await otherDevice()
  await new Portal(phone).signIn(shop, nuria)
  await phone.goto('/portal/data')
  await phone.getByRole('checkbox', { name: 'Promociones' }).uncheck()
  await expect(phone.getByRole('checkbox', { name: 'Promociones' })).toHaveAccessibleDescription(
    /^No aceptado/,
  )

  await signIn(page, 'owner')
  const { consents } = await new CustomerRecord(page, nuria.id).open('consentimientos')
  await expect(fact(consents.locator('dl'), 'Promociones')).toHaveText('No aceptado')
  await expect(consents.getByRole('listitem').first()).toContainText('Portal del cliente, en Mis datos')
})
