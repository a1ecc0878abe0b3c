import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import type { Mailbox } from '../harness/mailbox.ts'
import { Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import type { Shop } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'

test.use({ mails: true })

const byEmail = { name: 'Recibir el código por correo' }
const newAddress = (shop: Shop) => `${shop.newWord().toLowerCase()}@correo.test`

/** Typing the code's last digit submits it. */
async function enterWith(page: Page, mailbox: Mailbox, address: string): Promise<void> {
  await expect.poll(() => mailbox.codeTo(address)).toBeDefined()
  await new Portal(page).code.fill(mailbox.codeTo(address) ?? '')
}

async function backdateCodeRequest(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const request = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.setItem(key, JSON.stringify({ ...request, at: request.at - 31_000 }))
  }, 'axioma.portal.sign-in')
  await page.reload()
}

test('a code by e-mail opens the card, which explains why the e-mail cannot change', async ({
  page,
  shop,
  mailbox,
}) => {
  const email = newAddress(shop)
  const { name, phone } = await shop.newCustomer({ name: 'Saturnina Gil', email })
  const portal = await new Portal(page).open()
  await expect(page.getByRole('button', byEmail)).toBeVisible()
  await expectAccessible(page)
  await portal.phone.fill(phone)
  await page.getByRole('button', byEmail).click()
  await expect(page.getByText('tienes un correo confirmado')).toBeVisible()
  await expectAccessible(page)
  await enterWith(page, mailbox, email)
  await expect(page.getByRole('img', { name: `Código QR personal de ${name}` })).toBeVisible()

  await page.getByRole('link', { name: 'Mis datos' }).click()
  await page.getByRole('button', { name: 'Corregir' }).click()
  await expect(page.getByLabel('Correo', { exact: true })).not.toBeEditable()
  await expect(page.getByText(/^Has entrado con un código por correo/)).toBeVisible()
  await expectAccessible(page)
})

test('a customer who receives no code by WhatsApp gets one by e-mail', async ({ page, shop, mailbox }) => {
  const email = newAddress(shop)
  const { phone } = await shop.newCustomer({ name: 'Saturnina Gil', email })
  const portal = await new Portal(page).open()
  await portal.phone.fill(phone)
  await portal.send.click()
  await portal.code.waitFor()
  await backdateCodeRequest(page)
  await page.getByRole('button', { name: 'No me llega: enviarlo por correo' }).click()
  await enterWith(page, mailbox, email)
  await expect(portal.title).toBeVisible()
})

test('an unverified e-mail of the public form receives no code until the customer confirms it', async ({
  page,
  shop,
  mailbox,
  otherDevice,
}) => {
  const email = newAddress(shop)
  const phone = shop.newPhone()
  const form = await new Registration(page).open()
  await form.fillIn('Saturnina Gil', phone)
  await form.email.fill(email)
  await form.create.click()
  await expect(page.getByRole('heading', { name: 'Registro completado' })).toBeVisible()
  const portal = new Portal(page)
  await portal.signIn(shop, { phone })
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await expect(page.getByText('¿Es tuyo este correo?')).toBeVisible()
  await expectAccessible(page)

  const other = await otherDevice()
  const otherPortal = await new Portal(other).open()
  await otherPortal.phone.fill(phone)
  await other.getByRole('button', byEmail).click()
  await otherPortal.code.waitFor()

  await page.getByRole('button', { name: 'Sí, es mi correo' }).click()
  await expect(page.getByText('Ya puedes entrar también con un código por correo.')).toBeVisible()
  await otherPortal.open()
  await other.getByRole('button', { name: 'Cambiar número' }).click()
  await other.getByRole('button', byEmail).click()
  await enterWith(other, mailbox, email)
  await expect(otherPortal.title).toBeVisible()
  expect(mailbox.countCodesTo(email), 'no code was sent before the confirmation').toBe(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a code can be sent by e-mail instead of WhatsApp, and shows the QR', async ({
    page,
    shop,
    mailbox,
  }) => {
    const email = newAddress(shop)
    const { name, phone } = await shop.newCustomer({ name: 'Saturnina Gil', email })
    const portal = await new Portal(page).open()
    await portal.phone.fill(phone)
    await portal.send.click()
    await page.getByRole('button', { name: 'No me llega: enviarlo por correo' }).click()
    await expect(page.getByText('tienes un correo confirmado')).toBeVisible()
    await enterWith(page, mailbox, email)
    await new Portal(page).enter.click()
    await expect(page.getByRole('img', { name: `Código QR personal de ${name}` })).toBeVisible()
  })
})
