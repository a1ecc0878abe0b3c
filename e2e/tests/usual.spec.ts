import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { businesses } from '../harness/accounts.ts'
import { Portal } from '../harness/portal.ts'
import type { Customer, Shop } from '../harness/shop.ts'
import { button, panel } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

// The other tests need this feature switched off.
test.afterEach(async ({ shop }) => {
  await shop.as('otherOwner', 'PATCH', '/business', { usualEnabled: false })
})

async function customerWithUsual(shop: Shop, name: string): Promise<Customer> {
  await shop.as('otherOwner', 'PATCH', '/business', { usualEnabled: true })
  const form = { name, phone: shop.newPhone(), tag: 'BONO_TARJETA' }
  return shop.as<Customer>('otherOwner', 'POST', '/customers', form)
}

interface Usual {
  note: string | null
  pictures: { width: number; height: number }[]
  consent: { granted: boolean } | null
}

const usualOf = (shop: Shop, { id }: Customer) =>
  shop.as<Usual>('otherOwner', 'GET', `/customers/${id}/usual`)

async function photo(page: Page) {
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 3200 })
    const pen = canvas.getContext('2d')
    for (let i = 0; pen && i < 400; i++) {
      pen.fillStyle = `hsl(${(i * 37) % 360} 60% 50%)`
      pen.fillRect((i * 131) % 2400, (i * 197) % 3200, 300, 300)
    }
    return canvas.toDataURL('image/jpeg', 0.9).replace(/^.*,/, '')
  })
  return { name: 'corte.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') }
}

test('a photo is taken at the counter with consent, seen in the portal, and withdrawn there', async ({
  otherDevice,
  page,
  shop,
  signIn,
}) => {
  const ana = await customerWithUsual(shop, 'Garazi Otegi')
  await signIn(page, 'otherOwner')
  await page.goto(`/staff/checkin?cid=${ana.id}`)
  const row = page.getByRole('region', { name: 'Lo de siempre' })
  await row.getByRole('button', { name: 'Hacer foto' }).click()
  await expect(row.getByText(/^Pregúntale/)).toBeVisible()
  await expectAccessible(page)
  const file = await photo(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(row, 'Ha dicho que sí: hacer foto').click(),
  ])
  await chooser.setFiles(file)
  await expect(page.getByText('Foto guardada.')).toBeVisible()
  await row.getByRole('button', { name: 'Anotar lo de siempre' }).click()
  await page.getByRole('textbox', { name: 'Nota' }).fill('Degradado al 1')
  await button(page, 'Guardar').click()
  await expect(page.getByRole('dialog')).toBeHidden() // its field has the same text
  await expect(row.getByText('Degradado al 1')).toBeVisible()
  const stored = await usualOf(shop, ana)
  expect(stored).toMatchObject({ note: 'Degradado al 1', consent: { granted: true } })
  expect(stored.pictures[0]?.height).toBeLessThanOrEqual(1280)

  await row.getByRole('button', { name: 'Ver la foto de su corte' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Su corte/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/app/customers/${ana.id}`)
  const onRecord = panel(page, 'Lo de siempre')
  await expect(onRecord.getByText('Degradado al 1')).toBeVisible()
  await expect(onRecord.getByText(/^Dio permiso el/)).toBeVisible()
  await expectAccessible(page)

  const phone = await otherDevice()
  await new Portal(phone).signIn(shop, ana, businesses.other)
  const usual = panel(phone, 'Lo de siempre')
  await expect(usual.getByText('Degradado al 1')).toBeVisible()
  await usual.getByRole('button', { name: /^Ver la foto/ }).click()
  await expect(phone.getByRole('dialog').getByRole('img')).toBeVisible()
  await phone.keyboard.press('Escape')
  await expectAccessible(phone)
  await button(usual, 'Retirar el permiso').click()
  await button(usual, 'Sí, borrar todo').click()
  await expect(usual.getByRole('button', { name: 'Permitirlo' })).toBeVisible()
  expect(await usualOf(shop, ana)).toMatchObject({ note: null, pictures: [], consent: { granted: false } })
})
