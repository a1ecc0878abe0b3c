import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../harness/accessibility.ts'
import { Counter, codeOf } from '../harness/counter.ts'
import { Portal } from '../harness/portal.ts'
import { qrIdOf } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'

test('a customer corrects their data, changes their consents and exports everything', async ({
  page,
  shop,
}) => {
  const ana = await shop.newcomer({ name: 'Ana Ruiz' })
  await new Portal(page).signIn(shop, ana)
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await expect(page.getByText(/Aceptaste la política de privacidad/)).toBeVisible()
  await page.getByRole('button', { name: 'Corregir' }).click()
  await page.getByLabel('Correo', { exact: false }).first().fill('sin arroba')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('El correo no es válido.').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Correo', { exact: false }).first().fill('ana@correo.test')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('ana@correo.test')).toBeVisible()
  const sms = page.getByRole('checkbox', { name: 'Mensajes por SMS' })
  await sms.check()
  await expect(sms).toHaveAccessibleDescription(/^Aceptado el/)
  await page.reload()
  await expect(sms).toBeChecked()
  await expectAccessible(page)
  for (const [button, text] of [
    ['Descargar JSON', '"ana@correo.test"'],
    ['Descargar CSV', 'correo;ana@correo.test'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(text)
  }
})

test('a customer who requests erasure is signed out and disappears from the lists', async ({
  page,
  shop,
}) => {
  const ana = await shop.newcomer({ name: 'Olvidada Ruiz' })
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await page.goto('/portal/data')
  await page.getByRole('button', { name: 'Pedir el borrado' }).click()
  await expect(page.getByText(/No se puede deshacer/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Pedir el borrado' }).click()
  await page.getByRole('button', { name: 'Borrar mis datos' }).click()
  await expect(portal.phone).toBeVisible()
  expect(await shop.search('Olvidada Ruiz')).toEqual([])
})

test('a customer ends the session of a lost phone', async ({ page, otherDevice, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz' })
  const lostDevice = new Portal(await otherDevice())
  await lostDevice.signIn(shop, ana)
  await new Portal(page).signIn(shop, ana)
  await page.goto('/portal/data')
  const devices = page.getByRole('region', { name: 'Dispositivos' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').filter({ hasText: 'Este dispositivo' })).toHaveCount(1)
  await expectAccessible(page)
  await devices.getByRole('button', { name: 'Cerrar en los demás' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(lostDevice.phone).toBeVisible()
})

// Spec: portal-18
test('a customer changes their QR, and the counter asks for the new one', async ({
  page,
  otherDevice,
  shop,
  signIn,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz' })
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await page.goto('/portal/data')
  await page.getByRole('button', { name: 'Cambiar mi QR' }).click()
  const question = page.getByRole('dialog', { name: '¿Cambiar tu QR?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cambiar mi QR' }).click()
  await expect(page.getByText('Ya tienes un QR nuevo')).toBeVisible()
  await page.getByRole('link', { name: 'Ver mi QR nuevo' }).click()
  await expect(page.getByRole('img', { name: /^Código QR personal de Ana Ruiz/ })).toBeVisible()
  const counter = new Counter(await otherDevice())
  await signIn(counter.page, 'barber')
  await counter.open()
  await counter.read(codeOf(qrIdOf(ana)))
  await expect(counter.page.getByText('Este QR ya no vale: pide el nuevo.')).toBeVisible()
  const { qrUrl } = await shop.as<{ qrUrl: string }>('owner', 'GET', `/customers/${ana.id}`)
  await counter.read(codeOf(qrIdOf({ qrUrl })))
  await expect(counter.page.getByRole('heading', { name: 'Ana Ruiz' })).toBeVisible()
})
