import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import type { Shop } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'
import { messageOf, write } from '../harness/whatsapp.ts'

/** Returns the prefilled message; WhatsApp itself does not open. */
async function openWhatsApp(page: Page, name: string): Promise<string> {
  const link = page.getByRole('link', { name })
  await page.evaluate(() =>
    document.addEventListener('click', (click) => click.preventDefault(), { once: true }),
  )
  await link.click()
  return messageOf(link)
}

async function repliesTo(shop: Shop, phone: string): Promise<string[]> {
  const digits = phone.replace(/\D/g, '').slice(-9)
  const { items } = await shop.as<{ items: { kind: string; text: string }[] }>(
    'superadmin',
    'GET',
    `/cp/wa/messages?q=${digits}`,
  )
  return items.filter(({ kind }) => kind === 'REPLY').map(({ text }) => text)
}

test('a customer verifies their number by sending a WhatsApp message', async ({ page, shop, server }) => {
  const phone = shop.newPhone()
  const form = await new Registration(page).open()
  await form.fillIn('Ana Ruiz', phone)
  await form.create.click()
  await expect(form.done).toBeVisible()
  const text = await openWhatsApp(page, 'Confirmar por WhatsApp')
  expect(text).toMatch(/^Confirmo mi número en Barbería Demo\. Código [0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await expect(page.getByText('Esperando tu mensaje.')).toBeVisible()
  await expectAccessible(page)
  await write(server.url, shop.newPhone(), text)
  await write(server.url, phone, text)
  await expect(page.getByText('Número confirmado')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => repliesTo(shop, phone)).toEqual([expect.stringMatching(/¡Gracias, Ana!.*qr\.png/)])
})

test('a customer signs in to the portal by sending a message', async ({ page, shop, server }) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz', visits: 3 })
  const portal = await new Portal(page).open()
  await page.getByRole('button', { name: 'Entrar enviando un WhatsApp' }).click()
  await expect(page.getByText('No lo envíes si te lo ha pedido otra persona')).toBeVisible()
  await expectAccessible(page)
  const text = await openWhatsApp(page, 'Abrir WhatsApp')
  await write(server.url, shop.newPhone(), text)
  await write(server.url, ana.phone, text)
  await expect(portal.title).toBeVisible()
  await expect(portal.card(3)).toBeVisible()
  await expect(page).toHaveURL('/portal/points')
})

test('the waiting page explains that WhatsApp hides the number', async ({ page, shop, server }) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz' })
  const portal = await new Portal(page).open()
  await page.getByRole('button', { name: 'Entrar enviando un WhatsApp' }).click()
  await write(server.url, null, await openWhatsApp(page, 'Abrir WhatsApp'))
  await expect(page.getByText('Tu WhatsApp oculta tu número')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Entrar con un código' }).click()
  await portal.phone.fill(ana.phone)

  const form = await new Registration(page).open()
  await form.fillIn('Berta Gil', shop.newPhone())
  await form.create.click()
  await write(server.url, null, await openWhatsApp(page, 'Confirmar por WhatsApp'))
  await expect(page.getByText('Tu WhatsApp oculta tu número')).toBeVisible()
  await expectAccessible(page)
})

test('a customer who answers BAJA gets no more advertising and one confirmation', async ({
  shop,
  server,
}) => {
  const ana = await shop.newcomer({ name: 'Ana Ruiz' })
  for (const text of ['BAJA', ' ¡Baja! ', 'stop']) await write(server.url, ana.phone, text)
  await expect
    .poll(() => repliesTo(shop, ana.phone))
    .toEqual([
      expect.stringMatching(/^Hecho: no te enviaremos más mensajes promocionales de Barbería Demo\./),
    ])
})
