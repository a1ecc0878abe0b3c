import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { businesses } from '../harness/accounts.ts'
import { tabTo } from '../harness/keyboard.ts'
import { Portal } from '../harness/portal.ts'
import type { Customer, Shop } from '../harness/shop.ts'
import { button, Settings } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

interface Business {
  name: string
  visitTarget: number
  birthdayMessages: boolean
  oneMoreMessages: boolean
  quietFrom: string
  logoUrl: string | null
  welcomeText: string | null
}

const asItWas = {
  name: 'Barbería Norte',
  visitTarget: 10,
  vipVisitTarget: 4,
  halfRewardEnabled: true,
  welcomeText: null,
  birthdayMessages: false,
  oneMoreMessages: false,
  quietFrom: '21:00',
  quietTo: '10:00',
  premisesAddress: null,
  bookingUrl: null,
  openingHours: [],
  grantReached: false,
}

// Only these tests use the second demo business.
test.afterEach(async ({ shop }) => {
  await shop.as('otherOwner', 'PATCH', '/business', asItWas)
  await shop.as('otherOwner', 'DELETE', '/business/logo')
})

const businessOf = (shop: Shop) => shop.as<Business>('otherOwner', 'GET', '/business')

/** A customer with three stamps in the second demo business. */
async function withThreeStamps(shop: Shop): Promise<Customer> {
  const form = { name: 'Garazi Otegi', phone: shop.newPhone(), tag: 'BONO_TARJETA' }
  const customer = await shop.as<Customer>('otherOwner', 'POST', '/customers', form)
  for (let i = 0; i < 3; i++) {
    await shop.as('otherOwner', 'POST', `/customers/${customer.id}/visits`, { authorized: true })
  }
  return customer
}

// Spec: errors-50
test('a name and a welcome text are saved and shown at the registration', async ({ page, shop, signIn }) => {
  await signIn(page, 'otherOwner')
  const settings = await new Settings(page).open('negocio')
  await settings.save.click()
  await expect(page.getByText('No hay cambios que guardar.')).toBeVisible()
  await settings.name.fill('Barbería del Norte')
  await settings.go('Tarjeta')
  await settings.welcome.fill('20 % en tu primer corte')
  await settings.target.fill('8')
  await expect(settings.card).toHaveAccessibleName('0 de 8 visitas')
  await settings.target.fill('10')
  await settings.save.click()
  await expect(page.getByText('✅ Guardado.')).toBeVisible()
  expect((await businessOf(shop)).name).toBe('Barbería del Norte')

  await page.goto(`/public/register?bid=${businesses.other}`)
  await expect(page.getByText('20 % en tu primer corte').first()).toBeVisible()
  await expect(page.getByText('Barbería del Norte').first()).toBeVisible()
})

test('messages to customers start off, are previewed, and are enabled one by one', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(page, 'otherOwner')
  const settings = await new Settings(page).open('mensajes')
  await expect(settings.birthdays).not.toBeChecked()
  await expect(page.getByLabel('Avisar de que falta una visita')).not.toBeChecked()
  await expect(settings.messages).toContainText(/Ahora pueden? recibirlos? \d+ de \d+ clientes/)
  await expect(settings.messages).toContainText(
    'Publicidad de Barbería Norte. Responde BAJA para no recibir más.',
  )
  await settings.birthdays.check()
  await settings.quietFrom.selectOption('20:30')
  await settings.save.click()
  await expect(page.getByText('✅ Guardado.')).toBeVisible()
  await page.reload()
  await expect(settings.birthdays).toBeChecked()
  await expect(settings.quietFrom).toHaveValue('20:30')
  expect(await businessOf(shop)).toMatchObject({ birthdayMessages: true, oneMoreMessages: false })
  await expectAccessible(page)
})

test('a lower target shows the rewards that it would owe, and grants them', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await withThreeStamps(shop)
  await signIn(page, 'otherOwner')
  const settings = await new Settings(page).open()
  await settings.target.fill('6')
  await settings.save.click()
  await expect(settings.dialog).toContainText(/Con este cambio, \d+ clientes? ya tendrían? recompensa/)
  await button(settings.dialog, 'Cancelar').click()
  expect((await businessOf(shop)).visitTarget, 'a cancelled change is not saved').toBe(10)

  await settings.save.click()
  await settings.dialog.getByRole('button', { name: /^Conceder/ }).click()
  await expect(page.getByText('✅ Guardado.')).toBeVisible()
  expect((await businessOf(shop)).visitTarget).toBe(6)
  const { rewards } = await shop.as<{ rewards: { kind: string }[] }>(
    'otherOwner',
    'GET',
    `/customers/${customer.id}/progress`,
  )
  expect(rewards.map(({ kind }) => kind)).toEqual(['HALF'])
})

test('a target is changed after a confirmation by keyboard alone', async ({ page, shop, signIn }) => {
  await withThreeStamps(shop)
  await signIn(page, 'otherOwner')
  const settings = await new Settings(page).open()
  await tabTo(page, settings.target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('6')
  await tabTo(page, page.getByLabel('Regalar un 50 % a mitad de la tarjeta'))
  await tabTo(page, settings.save)
  await page.keyboard.press('Enter')
  await expect(settings.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings.dialog).toBeHidden()
  await expect(settings.save).toBeFocused()

  await page.keyboard.press('Space')
  await tabTo(page, button(settings.dialog, 'Guardar sin conceder'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('✅ Guardado.')).toBeVisible()
  await expect(settings.save).toBeFocused()
  expect((await businessOf(shop)).visitTarget).toBe(6)
})

test('the address and opening hours are entered once and shown on the card', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(page, 'otherOwner')
  const settings = await new Settings(page).open('local')
  const panel = page.getByRole('region', { name: 'Tu local' })
  await panel.getByLabel('Dirección').fill('Calle Licenciado Poza 3, Bilbao')
  await panel.getByLabel('Página para reservar cita').fill('citas.example/norte')
  await panel.getByRole('checkbox', { name: 'lunes' }).check()
  await panel.getByLabel('Cierra el lunes').fill('09:00')
  await settings.save.click()
  await expect(panel.getByRole('group', { name: 'Horario' })).toContainText(
    'posterior a la de apertura del lunes',
  )
  await panel.getByLabel('Cierra el lunes').fill('14:00')
  await panel.getByRole('button', { name: 'Poner el horario del lunes de martes a viernes' }).click()
  await settings.save.click()
  await expect(page.getByText('Guardado.')).toBeVisible()
  await expectAccessible(page)

  await new Portal(page).signIn(shop, await withThreeStamps(shop), businesses.other)
  const card = page.getByRole('region', { name: 'Barbería Norte' })
  await expect(card.getByRole('link', { name: 'Reservar cita' })).toHaveAttribute(
    'href',
    'https://citas.example/norte',
  )
  await expect(card.getByText('10:00–14:00')).toBeVisible()
  await expect(card.getByText('lunes a viernes')).toBeVisible()
  await expectAccessible(page)
})

test('the sections are one form: on a phone a list links to each, and leaving asks once about unsaved input', async ({
  page,
  shop,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'otherOwner')
  await page.goto('/app/settings')
  const settings = new Settings(page)
  await expect(settings.name).toBeHidden()
  await expectAccessible(page)
  await settings.go('Negocio')
  await settings.name.fill('Barbería del Norte')
  await expect(settings.save).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await settings.go('Tarjeta')
  await settings.welcome.fill('10 %')
  await page.goBack()
  await page.goBack()
  await expect(settings.name).toHaveValue('Barbería del Norte')

  await page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Clientes' }).click()
  const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
  await button(question, 'Seguir editando').click()
  await settings.save.click()
  await expect(page.getByText('✅ Guardado.')).toBeVisible()
  expect(await businessOf(shop)).toMatchObject({ name: 'Barbería del Norte', welcomeText: '10 %' })
  await page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Clientes' }).click()
  await expect(page).toHaveURL('/app/customers/list')
})

async function logoFile(page: Page) {
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 1000 })
    canvas.getContext('2d')?.fillRect(1000, 0, 1000, 1000)
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
}

test('a logo is shown on the card, the registration and the portal until it is removed', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(page, 'otherOwner')
  await new Settings(page).open()
  const file = page.getByLabel('Tu logo', { exact: true }).and(page.locator('input'))
  const logo = page.locator('.stamp-card-logo').first()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Esa imagen no se puede leer')).toBeVisible()
  await file.setInputFiles(await logoFile(page))
  await expect(logo).toHaveJSProperty('naturalWidth', 512)
  await expectAccessible(page)

  await page.goto(`/public/register?bid=${businesses.other}`)
  await expect(logo).toHaveJSProperty('naturalHeight', 171)
  await expectAccessible(page)
  await new Portal(page).signIn(shop, await withThreeStamps(shop), businesses.other)
  await expect(logo).toHaveJSProperty('naturalHeight', 171)
  await expectAccessible(page)

  await new Settings(page).open()
  await button(page, 'Quitar el logo').click()
  await expect(logo).toBeHidden()
  expect((await businessOf(shop)).logoUrl).toBeNull()
})
