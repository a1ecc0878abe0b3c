import { expectAccessible } from '../harness/accessibility.ts'
import { readPicture } from '../harness/camera.ts'
import { OwnChildren } from '../harness/children.ts'
import { Counter } from '../harness/counter.ts'
import { Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import { expect, test } from '../harness/test.ts'

// Spec: portal-24
test('a mother registers with two children, and each QR is scanned at the counter', async ({
  otherDevice,
  page,
  shop,
  signIn,
}) => {
  const form = await new Registration(page).open()
  await form.fillIn('Ana Gil', shop.newPhone())
  await form.create.click()
  await expect(form.done).toBeVisible()
  const children = new OwnChildren(page)
  await children.add('Leo Gil')
  await expect(page.getByRole('heading', { name: 'Tarjeta de Leo Gil' })).toBeFocused()
  await children.add('Sol Gil')
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const colourOf = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await colourOf('Sol Gil'), 'the chosen card shows in high contrast').not.toBe(
    await colourOf('Leo Gil'),
  )
  await page.emulateMedia({ forcedColors: null })
  await page.reload()

  const device = await otherDevice()
  await signIn(device, 'barber')
  const counter = await new Counter(device).open()
  for (const name of ['Ana Gil', 'Leo Gil', 'Sol Gil']) {
    const choice = page.getByRole('button', { name, exact: true })
    if (await choice.isVisible()) await choice.click()
    const code = await readPicture(await form.qrOf(name).screenshot())
    await counter.read(code)
    await expect(counter.panel.getByRole('heading', { name })).toBeVisible()
    await expect(counter.panel).toContainText('Visita registrada')
  }
})

test('a mother of two sees all cards after one code', async ({ page, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Gil Fernández-Villaverde de la Encina', visits: 2 })
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await expect(portal.card(2)).toBeVisible()
  const children = new OwnChildren(page)
  await children.add('Leo Gil')
  await page.getByRole('button', { name: 'Ver la tarjeta de Leo Gil' }).click()
  await expect(page.getByText('Tarjeta de Leo Gil · la llevas tú')).toBeVisible()
  await expect(portal.card(0)).toBeVisible()
  await children.add('Sol Gil')
  await expectAccessible(page)

  const cards = page.getByRole('navigation', { name: 'Mis tarjetas' })
  await cards.getByRole('button', { name: 'Sol Gil' }).click()
  await expect(page.getByRole('img', { name: 'Código QR personal de Sol Gil' })).toBeVisible()
  await expect(cards.getByRole('button', { name: 'Sol Gil' }), 'the chosen card').toBeInViewport({
    ratio: 1,
  })
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await expect(page.getByRole('heading', { name: 'Datos de Sol Gil', exact: true })).toBeVisible()
  await expect(page.getByText('Mis consentimientos'), 'a child has no consents of their own').toHaveCount(0)
  await page.goBack()
  await cards.getByRole('button', { name: 'Ana Gil' }).click()
  await expect(portal.card(2)).toBeVisible()

  await page.getByRole('link', { name: 'Mis datos' }).click()
  await page.getByRole('button', { name: 'Pedir el borrado' }).click()
  await expect(
    page.getByText('También se borrarán las tarjetas de Leo Gil y Sol Gil, que llevas tú.'),
  ).toBeVisible()
})

test('a mother erases a child and keeps her own card', async ({ page, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Gil', visits: 2 })
  await shop.newChild(ana.id, 'Leo Olvidado Gil')
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await page.getByRole('button', { name: 'Leo Olvidado Gil' }).click()
  await expect(page.getByText('Tarjeta de Leo Olvidado Gil · la llevas tú')).toBeVisible()
  await page.getByRole('link', { name: 'Mis datos' }).click()
  await page.getByRole('button', { name: 'Pedir el borrado' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Borrar sus datos' }).click()
  await expect(page.getByText(/^Los datos de Leo Olvidado Gil se han borrado/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lo que sabemos de ti' })).toBeVisible()
  await page.getByRole('link', { name: 'Mis puntos' }).click()
  await expect(portal.card(2)).toBeVisible()
  expect(await shop.search('Leo Olvidado Gil')).toEqual([])
})

// Spec: portal-24
test('after the code, the portal asks which card to show if the phone has several', async ({
  page,
  shop,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Gil' })
  const leo = await shop.newChild(ana.id, 'Leo Gil')
  const portal = new Portal(page)
  await page.goto('/portal')
  await portal.enterWith(shop, ana.phone)
  await expect(page.getByRole('heading', { name: '¿Qué tarjeta quieres ver?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Leo Gil/ }).click()
  await expect(page).toHaveURL('/portal/points')
  await expect(page.getByText('Tarjeta de Leo Gil · la llevas tú')).toBeVisible()
  await shop.stamp(leo.id, 1)
  await expect(portal.card(1), 'the open card gets live updates').toBeVisible()
})

// Spec: checkin-25
test('the counter asks which customer came when a guardian and a child share a phone', async ({
  page,
  shop,
  signIn,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Gil' })
  const leo = await shop.newChild(ana.id, 'Leo Gil')
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.box.fill(ana.phone)
  await counter.button('Sumar por teléfono').click()
  await expect(counter.panel).toContainText('Hay varios clientes con este teléfono.')
  await expect(counter.panel.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await counter.panel.getByRole('button', { name: 'Añadir visita a Leo Gil' }).click()
  await expect(counter.panel).toContainText('Visita registrada')
  expect([await shop.visitsOf(ana.id), await shop.visitsOf(leo.id)]).toEqual([0, 1])
})

test('a child of 14 moves their card to their own phone', async ({ otherDevice, page, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Gil' })
  const leo = await shop.newChild(ana.id, 'Leo Gil')
  await shop.stamp(leo.id, 2)
  await shop.as('admin', 'PATCH', `/customers/${leo.id}`, { birthday: '2000-01-01' })
  await new Portal(page).signIn(shop, ana)
  await page.getByRole('button', { name: 'Pasar la tarjeta a su propio móvil' }).click()
  const phone = shop.newPhone()
  await page.getByLabel('Tu móvil').fill(phone)
  await page.getByLabel('He leído y acepto la').check()
  await expectAccessible(page)
  const cards = page.waitForResponse((answer) => answer.url().endsWith('/portal/me/cards'))
  await page.getByRole('button', { name: 'Pasar la tarjeta', exact: true }).click()
  await (await cards).finished()
  await expect(page.getByText('Leo Gil ya ha cumplido 14 años')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Mis tarjetas' })).toHaveCount(0)

  const own = new Portal(await otherDevice())
  await own.signIn(shop, { ...leo, phone })
  await expect(own.card(2)).toBeVisible()
})
