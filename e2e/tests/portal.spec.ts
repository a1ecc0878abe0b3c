import { expectAccessible, expectWholeWords } from '../harness/accessibility.ts'
import { tabTo } from '../harness/keyboard.ts'
import { codeSentTo, Portal } from '../harness/portal.ts'
import { collect } from '../harness/requests.ts'
import { expect, test } from '../harness/test.ts'

// Spec: product-2, routes-15, portal-23
test('a customer signs in with a code and sees their card, visits and rewards', async ({ page, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz', visits: 5 })
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await expect(page).toHaveURL('/portal/points')
  await expect(portal.card(5)).toBeVisible()
  await expect(page.getByText('Faltan 5 para el servicio gratis')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Visitas5Recompensas pendientes1')
  await expect(page.getByRole('region', { name: 'Mis visitas' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Mis recompensas' }).getByRole('listitem')).toHaveText(
    /50 % de descuento.*Pendiente/,
  )
  const qr = page.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })
  await expect
    .poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth), 'the picture is drawn')
    .toBeGreaterThan(100)
  await expectAccessible(page)
  await expectWholeWords(page)
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(portal.phone).toBeVisible()
  await page.goto('/portal/points')
  await expect(portal.phone).toBeVisible()
})

// Spec: portal-15
test('the portal shows the QR, and a tap enlarges it to the whole screen', async ({ page, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz', visits: 2 })
  await new Portal(page).signIn(shop, ana)
  const qr = page.getByRole('img', { name: 'Código QR personal de Ana Ruiz' }).first()
  for (const height of [740, 640]) {
    await page.setViewportSize({ width: 360, height })
    await page.reload()
    await expect(page.getByRole('button', { name: /Ana Ruiz/ })).toBeInViewport({ ratio: 1 })
    const box = await qr.boundingBox()
    expect(box?.width, 'as wide as the phone allows').toBeGreaterThanOrEqual(300)
  }
  const open = page.getByRole('button', { name: /Tócalo para verlo a toda pantalla/ })
  const whole = page.getByRole('dialog', { name: 'Tu QR' })
  const ways = [() => page.goBack(), () => page.keyboard.press('Escape'), () => whole.click()]
  for (const shut of ways) {
    await open.click()
    await expect(whole).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(whole.getByRole('img')).toBeInViewport({ ratio: 1 })
    await shut()
    await expect(whole).toBeHidden()
    await expect(page).toHaveURL('/portal/points')
  }
  await expect(open).toBeFocused()
  await open.click()
  await expectAccessible(page)
})

// Spec: portal-15
test('a stamp appears on the customer’s phone by a live update, without polling', async ({
  otherDevice,
  page,
  shop,
  signIn,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz' })
  const portal = new Portal(page)
  const liveResponse = page.waitForResponse(/\/portal\/me\/live$/)
  await portal.signIn(shop, ana)
  await liveResponse
  await expect(portal.card(0)).toBeVisible()
  const requests = collect(page, 'GET', /\/portal\/me(\/live)?$/)
  const counter = await otherDevice()
  await signIn(counter, 'barber')
  await counter.goto('/staff/checkin')
  const box = counter.getByRole('textbox').first()
  await box.fill(ana.id)
  await box.press('Enter')
  await expect(portal.card(1)).toBeVisible()
  expect(requests, 'the stamp must come by the open stream').toEqual([])
  await expect(page.getByText('¡Sello puesto! Llevas 1 de 10 visitas.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mis visitas' }).getByText('hoy')).toBeVisible()
})

// Spec: states-6
test('a wrong code shows an error, the number can be changed, and input is checked before sending', async ({
  page,
  shop,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz' })
  const portal = await new Portal(page).open()
  await portal.phone.fill('612')
  await portal.send.click()
  await expect(page.getByText('No es un teléfono con prefijo +34 (España).')).toBeVisible()
  await expectAccessible(page)
  await portal.phone.fill(ana.phone)
  await portal.send.click()
  await portal.code.fill('12')
  await portal.enter.click()
  await expect(page.getByText('El código tiene 6 cifras.').first()).toBeVisible()
  const right = await codeSentTo(shop, ana.phone)
  await portal.code.fill(right === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toContainText('El código no es correcto o ya no vale.')
  await expect(portal.code).toBeFocused()
  expect(
    await page.evaluate(() => getSelection()?.toString()),
    'what is typed next takes its place',
  ).toHaveLength(6)
  await expectAccessible(page)
  await page.reload()
  await expect(portal.code).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar número' }).click()
  await expect(portal.phone).toHaveValue(ana.phone.replace('+34', ''))
})

test('an archived customer is signed out of the portal at once', async ({ page, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz' })
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await shop.as('admin', 'DELETE', `/customers/${ana.id}`)
  await expect(portal.phone).toBeVisible()
})

test('the portal can be used with the keyboard alone', async ({ page, shop }) => {
  const ana = await shop.newCustomer({ name: 'Ana Ruiz' })
  const portal = await new Portal(page).open()
  await tabTo(page, portal.phone)
  await page.keyboard.type(ana.phone)
  await page.keyboard.press('Enter')
  await expect(portal.code).toBeFocused()
  await page.keyboard.type(await codeSentTo(shop, ana.phone))
  await expect(portal.title).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Salir' }))
  await page.keyboard.press('Enter')
  await expect(portal.phone).toBeVisible()
})

// Spec: portal-17
test('cached data of one customer is not shown to the next on the same device', async ({ page, shop }) => {
  const [ana, benito] = [
    await shop.newCustomer({ name: 'Ana Ruiz', visits: 2 }),
    await shop.newCustomer({ name: 'Benito Lara' }),
  ]
  const portal = new Portal(page)
  await portal.signIn(shop, ana)
  await expect(portal.card(2)).toBeVisible()
  // Removes the session without a sign-out, as an eviction does.
  await page.goto('/public/register')
  await page.evaluate(() => localStorage.removeItem('axioma.portal'))
  await portal.open()
  await portal.phone.fill(benito.phone)
  await portal.send.click()
  await portal.code.waitFor()
  await page.route('**/portal/me**', (route) => route.abort())
  await portal.code.fill(await codeSentTo(shop, benito.phone))
  await expect(page.getByText('No se pudo cargar tu tarjeta')).toBeVisible()
  await expect(page.getByText('Ana Ruiz')).toBeHidden()
})
