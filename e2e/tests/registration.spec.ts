import { Registration } from '../harness/registration.ts'
import { collect } from '../harness/requests.ts'
import { expect, test } from '../harness/test.ts'

const registerCall = /\/public\/customers\/register$/

test('the short address of the poster shows the form in any letter case', async ({ page, shop }) => {
  const { address } = await shop.as<{ address: string }>('owner', 'GET', '/business/poster')
  const code = new URL(address).pathname.replace('/r/', '')
  for (const typed of [code, code.toUpperCase()]) {
    const answer = await page.goto(`/r/${typed}`)
    expect(answer?.request().redirectedFrom()).toBeNull() // on a slow line a redirect takes seconds
    await expect(page).toHaveURL(/\/public\/register\?bid=demobarberia$/)
    await expect(page.getByText('Barbería Demo').first()).toBeVisible()
  }
  await page.goto('/r/222222')
  await expect(page.getByText('Escanea el código QR que verás en el local')).toBeVisible()
})

// Spec: routes-14, entities-8, calls-5
test('every field of the form is sent to the server', async ({ page, shop }) => {
  const sent = collect(page, 'POST', registerCall)
  const form = await new Registration(page).open()
  const phone = shop.newPhone()
  await form.fillIn('  Saturnino Gil ', phone)
  await form.email.fill('saturnino@correo.test')
  await form.birthday.fill('1990-05-03')
  await page.getByLabel('WhatsApp', { exact: true }).uncheck()
  await form.create.click()
  await expect(form.done).toBeVisible()
  await expect(page.getByText('Guárdalo ahora')).toBeVisible()
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    {
      businessId: 'demobarberia',
      name: 'Saturnino Gil',
      phone: `+34${phone.replaceAll(' ', '')}`,
      email: 'saturnino@correo.test',
      birthday: '1990-05-03',
      whatsappOptIn: false,
      emailOptIn: true,
      smsOptIn: false,
      acceptedPrivacy: true,
      acceptedPromotions: true,
    },
  ])
})

test('the QR can be saved, survives a reload and gives way to the next registration', async ({
  page,
  shop,
}) => {
  const form = await new Registration(page).open()
  await form.fillIn('Saturnino Gil', shop.newPhone())
  await form.create.click()
  await expect(form.qrOf('Saturnino Gil')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Guardar mi QR' }).click()
  expect((await download).suggestedFilename()).toMatch(/^qr-[a-z0-9]{8}\.png$/)
  await expect(page.getByText(/^Está en Descargas como «qr-[a-z0-9]{8}\.png»\.$/)).toBeVisible()

  await page.reload()
  await expect(form.qrOf('Saturnino Gil')).toBeVisible()
  await page.getByRole('button', { name: 'Registrar a otra persona' }).click()
  await expect(form.name).toHaveValue('')
  await expect(form.create).toBeDisabled()
})

// Spec: errors-5
test('a registered phone gets a friendly answer that reveals nothing about its customer', async ({
  page,
  shop,
}) => {
  const known = await shop.newcomer({ name: 'Domitila Secreta' })
  const form = await new Registration(page).open()
  await form.fillIn('Saturnino Gil', known.phone)
  const answer = page.waitForResponse((response) => registerCall.test(response.url()))
  await form.create.click()
  await expect(page.getByText(/ya tiene tarjeta/)).toBeVisible()
  await expect(page.getByText('Registro fallido')).toHaveCount(0)
  await expect(page.getByRole('status').getByRole('link', { name: 'Ver mis puntos' })).toBeVisible()
  await expect(form.name).toHaveValue('Saturnino Gil')
  for (const seen of [await (await answer).text(), await page.content()]) {
    expect(seen).not.toContain('Domitila')
    expect(seen).not.toContain(known.id)
  }
})

// Spec: registration-12, errors-6
test('typed data survives an outage of the server', async ({ page, context, shop }) => {
  const form = await new Registration(page).open()
  await form.fillIn('Saturnino Gil', shop.newPhone())
  await context.setOffline(true)
  await form.create.click()
  await expect(page.getByRole('alert')).toContainText('No se pudo completar el registro.')
  await expect(form.name).toHaveValue('Saturnino Gil')

  await context.setOffline(false)
  await form.create.click()
  await expect(form.done).toBeVisible()
})

test('the button is reachable on a phone in landscape', async ({ page, shop }) => {
  await page.setViewportSize({ width: 740, height: 360 })
  const form = await new Registration(page).open()
  await form.fillIn('Saturnino Gil', shop.newPhone())
  await expect(form.create).toBeInViewport({ ratio: 1 })
  await form.name.focus()
  await expect(form.name).toBeInViewport({ ratio: 1 })
})

test('in high contrast the native checkbox is used, and boxes scale with the text', async ({
  page,
  shop,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const form = await new Registration(page).open()
  await expect(form.privacy).toHaveCSS('appearance', 'auto')
  const prefix = page.getByRole('combobox', { name: 'Prefijo del país' })
  await expect(prefix, 'the prefix beside the arrow is drawn once').toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  const wide = async () => (await form.privacy.boundingBox())?.width ?? 0
  const before = await wide()
  await page.evaluate(() => {
    document.documentElement.style.setProperty('font-size', '200%')
  })
  expect(await wide()).toBeCloseTo(2 * before, 0)
  await form.fillIn('Saturnino Gil', shop.newPhone())
  await expect(form.create, 'the button is in view with letters of twice the size').toBeInViewport({
    ratio: 1,
  })
})
