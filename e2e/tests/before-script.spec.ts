import type { Locator, Page } from '@playwright/test'
import { accounts, businesses, password } from '../harness/accounts.ts'
import { OwnChildren } from '../harness/children.ts'
import { codeSentTo, Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import { collect } from '../harness/requests.ts'
import { fiveYearsOld } from '../harness/shopTime.ts'
import { expect, test } from '../harness/test.ts'

const form = `/public/register?bid=${businesses.demo}`

const pages = [
  { path: form, button: 'Crear mi cuenta' },
  { path: '/qr', button: 'Registrarme y generar QR' },
]

const others = [
  '/',
  '/login',
  '/legal/privacidad',
  `/legal/aviso?bid=${businesses.other}`,
  `/legal/cookies?bid=nobody`,
  '/public/register?bid=nobody',
  '/public/register',
  '/portal',
  `/portal?bid=${businesses.demo}&next=%2Fportal%2Fpoints`,
]

async function holdScripts(page: Page): Promise<() => void> {
  let releaseScripts = () => {}
  const held = new Promise<void>((resolve) => {
    releaseScripts = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return releaseScripts
}

function partsOf(root: Locator): Promise<string[]> {
  return root.evaluate((element) =>
    [...element.querySelectorAll('*')].map(
      (part) =>
        `${part.tagName} ${part.getAttribute('class')} ${part.childElementCount ? '' : part.textContent}`,
    ),
  )
}

for (const { path, button } of pages) {
  test(`${path} is rendered before its script, and keeps typed text and focus when it loads`, async ({
    page,
    shop,
  }) => {
    const releaseScripts = await holdScripts(page)
    const requests = collect(page, 'GET', /\/api\/public\//)
    await page.goto(path, { waitUntil: 'commit' })
    const registration = new Registration(page)
    const submit = page.getByRole('button', { name: button })
    await expect(page.getByRole('img', { name: '0 de 10 visitas' })).toBeVisible()
    await expect(page).toHaveTitle(/Barbería Demo/)
    await registration.fillIn('Saturnino Gil', shop.newPhone())
    await page.getByLabel('Prefijo del país').selectOption('+351')
    await page.getByLabel('SMS').check()
    await page.getByLabel('Correo', { exact: true }).uncheck()
    await registration.name.focus()
    const rendered = await registration.name.elementHandle()
    releaseScripts()
    await expect(submit).toBeEnabled()
    await expect(registration.name).toHaveValue('Saturnino Gil')
    await expect(registration.name).toBeFocused()
    expect(await registration.name.evaluate((field, before) => field === before, rendered)).toBe(true)
    await expect(page.getByLabel('Prefijo del país')).toHaveValue('+351')
    await expect(page.getByLabel('SMS')).toBeChecked()
    await expect(page.getByLabel('Correo', { exact: true })).not.toBeChecked()
    await expect(registration.privacy).toBeChecked()
    expect(requests).toEqual([])
  })
}

test('the script renders the same page as the server', async ({ page }) => {
  for (const path of [...pages.map((each) => each.path), ...others]) {
    const releaseScripts = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const root = page.locator('#root')
    await expect(root.getByRole('heading', { level: 1 })).toBeVisible()
    const rendered = await partsOf(root)
    releaseScripts()
    await expect(page.locator('#root:not([data-shown])')).toBeVisible()
    expect(await partsOf(root)).toEqual(rendered)
    await page.unrouteAll()
  }
})

test('a form sent before the script loads stays sent', async ({ page, shop }) => {
  const releaseScripts = await holdScripts(page)
  await page.goto(form, { waitUntil: 'commit' })
  const registration = new Registration(page)
  await registration.fillIn('Saturnino Gil', shop.newPhone())
  await registration.create.click({ noWaitAfter: true })
  await expect(registration.done).toBeVisible()
  releaseScripts()
  await expect(page.locator('#root:not([data-shown])')).toBeVisible()
  await expect(registration.qrOf('Saturnino Gil')).toBeVisible()
  await page.getByRole('button', { name: 'Registrar a otra persona' }).click()
  await expect(registration.name).toHaveValue('')
})

test('a reload of a page with the result of a registration keeps later changes', async ({ page, shop }) => {
  const releaseScripts = await holdScripts(page)
  await page.goto(form, { waitUntil: 'commit' })
  const registration = new Registration(page)
  await registration.fillIn('Saturnino Gil', shop.newPhone())
  await registration.create.click({ noWaitAfter: true })
  await expect(registration.done).toBeVisible()
  releaseScripts()
  await new OwnChildren(page).add('Leo Gil')
  await expect(registration.qrOf('Leo Gil')).toBeVisible()
  await page.reload()
  await expect(registration.qrOf('Saturnino Gil')).toBeVisible()
  await page.getByRole('button', { name: 'Leo Gil', exact: true }).click()
  await expect(registration.qrOf('Leo Gil')).toBeVisible()

  await page.getByRole('button', { name: 'Registrar a otra persona' }).click()
  await registration.fillIn('Ana Gil', shop.newPhone())
  await registration.create.click()
  await expect(registration.qrOf('Ana Gil')).toBeVisible()
  await page.reload()
  await expect(registration.qrOf('Ana Gil')).toBeVisible()
  await expect(registration.qrOf('Saturnino Gil')).toHaveCount(0)
})

test('the portal keeps a typed phone and a requested code while its script loads', async ({ page, shop }) => {
  const { name, phone } = await shop.newCustomer({ name: 'Saturnino Gil' })
  const releaseScripts = await holdScripts(page)
  const requests = collect(page, 'GET', /\/api\//)
  await page.goto(`/portal?bid=${businesses.demo}`, { waitUntil: 'commit' })
  const portal = new Portal(page)
  await portal.phone.fill(phone)
  await portal.send.click({ noWaitAfter: true })
  await portal.code.waitFor()
  await portal.code.fill(await codeSentTo(shop, phone))
  releaseScripts()
  await expect(page.locator('#root:not([data-shown])')).toBeVisible()
  expect(requests).toEqual([])
  await portal.enter.click()
  await expect(portal.title).toBeVisible()
  await expect(page.getByRole('img', { name: `Código QR personal de ${name}` })).toBeVisible()
})

/** Aborts the file of a screen. The returned function waits until its import has failed. */
async function abortScreen(page: Page, name: string): Promise<() => Promise<unknown>> {
  let lost = ''
  await page.route(new RegExp(`/assets/${name}-.*\\.js$`), (route) => {
    lost = route.request().url()
    return route.abort()
  })
  return () => page.evaluate((file) => import(file).catch(() => null), lost)
}

test('the fixed page works as rendered when its script fails to load', async ({ page, shop }) => {
  const screenAborted = await abortScreen(page, 'FixedScreen')
  await page.goto('/qr')
  await screenAborted()
  await new Registration(page).fillIn('Saturnino Gil', shop.newPhone())
  await page.getByRole('button', { name: 'Registrarme y generar QR' }).click()
  const qr = page.getByRole('img', { name: 'Código QR personal' })
  await expect(qr).toBeVisible()
  await screenAborted()
  await expect(qr).toBeVisible()
})

test('the portal works as rendered when its script fails to load, and a code shows the QR', async ({
  page,
  shop,
}) => {
  const { name, phone } = await shop.newCustomer({ name: 'Saturnino Gil' })
  const screenAborted = await abortScreen(page, 'PortalPage')
  const portal = await new Portal(page).open()
  await screenAborted()
  await portal.phone.fill(phone)
  await portal.send.click()
  await portal.code.fill(await codeSentTo(shop, phone))
  await screenAborted()
  await portal.enter.click()
  await expect(page.getByRole('img', { name: `Código QR personal de ${name}` })).toBeVisible()
})

test('a form begun before its script stays on a device with an earlier registration', async ({
  page,
  shop,
}) => {
  const registration = await new Registration(page).open()
  await registration.fillIn('Saturnino Gil', shop.newPhone())
  await registration.create.click()
  await expect(registration.qrOf('Saturnino Gil')).toBeVisible()
  const releaseScripts = await holdScripts(page)
  await page.goto(form, { waitUntil: 'commit' })
  await registration.name.fill('Eva Sanz')
  releaseScripts()
  await expect(page.locator('#root:not([data-shown])')).toBeVisible()
  await expect(registration.name).toHaveValue('Eva Sanz')
  await page.reload()
  await expect(registration.create).toBeVisible()
  await expect(page.getByText('Saturnino Gil')).toHaveCount(0)
})

test('the staff sign-in keeps typed text while its script loads, and accepts an early submission', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByLabel('Correo electrónico')
  const enter = page.getByRole('button', { name: /^Entra/ })
  await expect(email).toBeFocused()
  await email.fill('nadie@demo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await enter.click({ noWaitAfter: true })
  await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrectos.')
  await expect(email).toHaveValue('nadie@demo.test')
  await email.fill(accounts.barber)
  releaseScripts()
  await expect(page.locator('#root:not([data-shown])')).toBeVisible()
  await expect(email).toHaveValue(accounts.barber)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unrouteAll()

  const releaseScriptsAgain = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await email.fill(accounts.barber)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await enter.click({ noWaitAfter: true })
  await expect(page.getByText('Entrando…')).toBeVisible()
  expect(page.url()).not.toContain(password)
  releaseScriptsAgain()
  await expect(page).toHaveURL('/staff/checkin')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page explains the product, and each legal page has its own title', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle('La tarjeta de sellos de tu barbería · Axioma')
    await expect(page.getByRole('img', { name: '6 de 10 visitas' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidad' }).click()
    await expect(page).toHaveTitle('Política de privacidad · Axioma')
    await expect(page.getByText('Manuel Ortega Vidal')).toBeVisible()
    await page.goto(`/legal/aviso?bid=${businesses.other}`)
    await expect(page.getByText(/todavía no ha publicado aquí el nombre de su titular, su NIF/)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Axioma' }).click()
    await expect(page).toHaveURL('/')
  })

  for (const [path, words] of [
    ['/public/register?bid=nobody', 'No encontramos este negocio'],
    ['/public/register', 'Falta el identificador del negocio'],
  ] as const) {
    test(`${path} without a known business answers not found`, async ({ page }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText(words)).toBeVisible()
    })
  }

  test('the form at the short address of the poster is sent', async ({ page, shop }) => {
    const { address } = await shop.as<{ address: string }>('owner', 'GET', '/business/poster')
    await page.goto(new URL(address).pathname)
    const registration = new Registration(page)
    await registration.fillIn('Saturnina Gil', shop.newPhone())
    await registration.create.click()
    await expect(registration.qrOf('Saturnina Gil')).toBeVisible()
    expect(page.url()).toContain(form)
  })

  for (const { path, button } of pages) {
    // Spec: registration-7
    test(`at ${path} a form sent twice shows the same QR`, async ({ page, shop }) => {
      await page.goto(path)
      const registration = new Registration(page)
      await registration.fillIn('Saturnino Gil', shop.newPhone())
      await expect(page.getByText('Para continuar falta')).toBeHidden()
      await page.getByRole('button', { name: button }).click({ clickCount: 2 })
      const qr = page.getByRole('img', { name: /Código QR personal/ })
      await expect(qr).toBeVisible()
      expect(
        await qr.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth)),
      ).toBeGreaterThan(100)
      const first = await qr.getAttribute('src')
      await page.reload()
      await expect(qr).toHaveAttribute('src', first ?? '')
      expect(page.url()).not.toContain('Saturnino')
      await page.getByRole('link', { name: 'Registrar a otra persona' }).click()
      await expect(registration.name).toHaveValue('')
    })

    // Spec: registration-12
    test(`at ${path} a refused form shows the error at its field and keeps the typed text`, async ({
      page,
    }) => {
      await page.goto(path)
      const registration = new Registration(page)
      await registration.fillIn('Saturnino Gil', '12345')
      await page.getByLabel('Correo', { exact: true }).uncheck()
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('alert')).toBeInViewport()
      await expect(registration.phone).toHaveValue('12345')
      await expect(registration.phone).toHaveAccessibleDescription(/España/)
      await expect(registration.name).toHaveValue('Saturnino Gil')
      await expect(page.getByLabel('Correo', { exact: true })).not.toBeChecked()
      await expect(page.getByLabel('WhatsApp', { exact: true })).toBeChecked()
    })

    test(`at ${path} the guardian of a minor gives consent`, async ({ page, shop }) => {
      await page.goto(path)
      const registration = new Registration(page)
      await registration.fillIn('Leo Gil', shop.newPhone())
      await registration.birthday.fill(fiveYearsOld())
      await page.getByRole('button', { name: button }).click()
      await page.getByLabel('Nombre de tu madre, padre o tutor').fill('Eva Gil')
      await page.getByRole('checkbox', { name: /doy mi consentimiento/ }).check()
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('img', { name: /Código QR personal/ })).toBeVisible()
    })
  }

  // Spec: states-6
  test('a code in the portal shows the QR, and errors are shown', async ({ page, shop }) => {
    const { name, phone } = await shop.newCustomer({ name: 'Saturnino Gil' })
    await page.goto(`/portal?bid=${businesses.demo}`)
    const portal = new Portal(page)
    await portal.phone.fill('12345')
    await portal.send.click()
    await expect(portal.phone).toHaveAccessibleDescription(/España/)
    await portal.phone.fill(phone)
    await portal.send.click()
    await portal.code.fill('000000')
    await portal.enter.click()
    await expect(page.getByRole('alert')).toContainText('No se pudo entrar')
    await portal.code.fill(await codeSentTo(shop, phone))
    await portal.enter.click()
    const qr = page.getByRole('img', { name: `Código QR personal de ${name}` })
    await expect(qr).toBeVisible()
    await expect(page.getByText('activa JavaScript')).toBeVisible()
    expect(page.url()).not.toContain(phone.slice(-9))
  })

  test('a registered phone leads to its card', async ({ page, shop }) => {
    const { phone } = await shop.newCustomer({ name: 'Saturnino Gil' })
    await page.goto(form)
    const registration = new Registration(page)
    await registration.fillIn('Otra Persona', phone)
    await registration.create.click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Ver mis puntos' })).toBeInViewport()
  })
})
