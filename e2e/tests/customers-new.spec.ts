import { CustomerRecord, countPrints, NewCustomer } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { button } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

// Spec: new-customer-1, new-customer-2, new-customer-3, validation-14, validation-15, limits-9
test('a customer is created, their QR saved and printed, their record opened', async ({
  page,
  shop,
  signIn,
}) => {
  const name = 'Rosaura Benavent'
  const phone = shop.newPhone()
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  await expect(form.qr).toContainText('Aquí aparecerá el QR')
  await expect(form.prefix).toHaveValue('+34')
  await expect(form.tag.getByRole('option')).toHaveText([
    'Elige un tipo de bono',
    'Bono VIP A',
    'Bono VIP B',
    'Bono VIP C',
    'Bono Tarjeta',
    'Bono Familia',
    'Esporádico',
  ])
  await form.fillIn(`  ${name} `, phone, 'BONO_VIP_B')
  await form.birthday.fill('1990-05-03')
  await form.create.click()

  await expect(form.qr).toContainText(`✅ Cliente creado: ${name}.`)
  await expect(form.name, 'ready for the next').toHaveValue('')
  const image = form.qr.getByRole('img', { name: `Código QR de ${name}` })
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  const [created] = await shop.search(phone.replaceAll(' ', ''))
  expect(created).toMatchObject({ name, birthday: '1990-05-03', tag: 'BONO_VIP_B' })
  const id = created?.id ?? ''

  const download = page.waitForEvent('download')
  await form.qr.getByRole('link', { name: 'Descargar' }).click()
  expect((await download).suggestedFilename()).toBe(`qr-${id.slice(0, 8)}.png`)
  const prints = await countPrints(page)
  await button(form.qr, 'Imprimir').click()
  await expect.poll(prints).toBe(1)
  await form.qr.getByRole('link', { name: 'Abrir la ficha' }).click()
  await expect(page).toHaveURL(`/app/customers/${id}`)
  await expect(new CustomerRecord(page, id).stamps).toHaveAccessibleName('0 de 4 visitas')
})

test('a customer is created by keyboard alone', async ({ page, shop, signIn }) => {
  // Unique, because the warning about a taken name would move the fields below.
  const name = `Nicanora ${shop.newWord()}`
  await signIn(page, 'admin')
  const form = await new NewCustomer(page).open()
  await tabTo(page, form.name)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(form.phone, 'Enter moves to the missing phone').toBeFocused()
  await tabTo(page, form.prefix, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(form.prefix).toHaveValue('+351')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, form.phone)
  await page.keyboard.type(shop.newPhone())
  await tabTo(page, form.tag)
  await page.keyboard.press('ArrowDown')
  await expect(form.tag).toHaveValue('BONO_VIP_A')
  await tabTo(page, form.create)
  await page.keyboard.press('Enter')
  await expect(form.qr).toContainText(`✅ Cliente creado: ${name}.`)
  await tabTo(page, form.qr.getByRole('link', { name: 'Descargar' }))
  await tabTo(page, button(form.qr, 'Imprimir'))
  await tabTo(page, form.qr.getByRole('link', { name: 'Abrir la ficha' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/customers\/[a-z0-9]{26}$/)
})
