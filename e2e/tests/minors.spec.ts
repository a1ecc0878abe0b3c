import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { CustomerRecord, NewCustomer } from '../harness/customers.ts'
import { Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import { fiveYearsOld } from '../harness/shopTime.ts'
import { expect, test } from '../harness/test.ts'

const birthday = fiveYearsOld()
const fields = {
  own: {
    name: 'Nombre de tu madre, padre o tutor',
    consent: 'Soy su padre, madre o tutor y doy mi consentimiento',
  },
  staff: {
    name: 'Nombre de su madre, padre o tutor',
    consent: 'Su padre, madre o tutor está presente y da su consentimiento',
  },
}

async function consent(page: Page, by: keyof typeof fields): Promise<void> {
  await page.getByLabel(fields[by].name).fill('Eva Gil')
  await page.getByLabel(fields[by].consent).check()
}

for (const [screen, address, button] of [
  ['A', '/public/register?bid=demobarberia', 'Crear mi cuenta'],
  ['B', '/qr', 'Registrarme y generar QR'],
] as const) {
  test(`on screen ${screen} a guardian consents for a minor`, async ({ page, shop }) => {
    const phone = shop.newPhone()
    await page.goto(address)
    const form = new Registration(page)
    await form.fillIn('Leo Gil', phone)
    await form.birthday.fill(birthday)
    const submit = page.getByRole('button', { name: button })
    await expect(submit).toBeDisabled()
    await expectAccessible(page)
    await consent(page, 'own')
    await submit.click()
    await expect(page.getByRole('img', { name: /^Código QR personal/ })).toBeVisible()
    const [leo] = await shop.search(phone)
    const path = `/customers/${leo?.id}`
    expect(await shop.as('admin', 'GET', path)).toMatchObject({ birthday, guardianName: 'Eva Gil' })
  })
}

test('the staff create and edit minors with their guardians', async ({ page, shop, signIn }) => {
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  await form.fillIn('Leo Gil', shop.newPhone())
  await form.birthday.fill(birthday)
  await form.create.click()
  await expect(page.getByText('Escribe quién da el consentimiento.')).toBeVisible()
  await consent(page, 'staff')
  await expectAccessible(page)
  await form.create.click()
  await page.getByRole('link', { name: 'Abrir la ficha', exact: true }).click()
  await expect(page.getByText('consentimiento de Eva Gil')).toBeVisible()
  await expectAccessible(page)

  const ana = await shop.newcomer({ name: 'Ana Ruiz' })
  const record = await new CustomerRecord(page, ana.id).open()
  await record.data.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Fecha de nacimiento').fill(birthday)
  await consent(page, 'staff')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(record.data).toContainText('consentimiento de Eva Gil')
})

test('a minor cannot become an adult or accept promotions in the portal', async ({ page, shop }) => {
  const leo = await shop.newcomer({ name: 'Leo Gil' })
  await new Portal(page).signIn(shop, leo)
  await page.goto('/portal/data')
  await page.getByRole('button', { name: 'Corregir' }).click()
  await page.getByLabel('Fecha de nacimiento').fill(birthday)
  await consent(page, 'own')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Eva Gil')).toBeVisible()
  const promotions = page.getByRole('checkbox', { name: 'Promociones' })
  await expect(promotions).toBeDisabled()
  await expect(promotions).not.toBeChecked()
  await page.getByRole('button', { name: 'Corregir' }).click()
  await expect(page.getByLabel('Fecha de nacimiento')).toHaveAttribute('readonly', '')
  await expectAccessible(page)
})
