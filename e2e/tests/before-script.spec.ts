import type { Locator, Page } from '@playwright/test'
import { businesses } from '../harness/accounts.ts'
import { Registration } from '../harness/registration.ts'
import { collect } from '../harness/requests.ts'
import { expect, test } from '../harness/test.ts'

const form = `/public/register?bid=${businesses.demo}`

/** The pages that stand there without a script, and the button of each. */
const pages = [
  { path: form, button: 'Crear mi cuenta' },
  { path: '/qr', button: 'Registrarme y generar QR' },
]

/** Keeps the scripts of the page back until they are let come. */
async function holdScripts(page: Page): Promise<() => void> {
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return letCome
}

/** Each element of a page with its look and its own words. */
function partsOf(root: Locator): Promise<string[]> {
  return root.evaluate((element) =>
    [...element.querySelectorAll('*')].map(
      (part) =>
        `${part.tagName} ${part.getAttribute('class')} ${part.childElementCount ? '' : part.textContent}`,
    ),
  )
}

for (const { path, button } of pages) {
  test(`${path} stands there before its script, and keeps what was typed and the focus when that comes`, async ({
    page,
    shop,
  }) => {
    const letCome = await holdScripts(page)
    const asked = collect(page, 'GET', /\/api\/public\//)
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
    const drawn = await registration.name.elementHandle()
    letCome()
    await expect(submit).toBeEnabled()
    await expect(registration.name).toHaveValue('Saturnino Gil')
    await expect(registration.name).toBeFocused()
    expect(await registration.name.evaluate((field, before) => field === before, drawn)).toBe(true)
    await expect(page.getByLabel('Prefijo del país')).toHaveValue('+351')
    await expect(page.getByLabel('SMS')).toBeChecked()
    await expect(page.getByLabel('Correo', { exact: true })).not.toBeChecked()
    await expect(registration.privacy).toBeChecked()
    expect(asked).toEqual([])
  })
}

test('what the server has drawn is what the script draws', async ({ page }) => {
  for (const path of [...pages.map((each) => each.path), '/public/register?bid=nobody', '/public/register']) {
    const letCome = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const root = page.locator('#root')
    await expect(root.getByRole('heading', { level: 1 })).toBeVisible()
    const drawn = await partsOf(root)
    letCome()
    await expect(page.locator('#root:not([data-shown])')).toBeVisible()
    expect(await partsOf(root)).toEqual(drawn)
    await page.unrouteAll()
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, words] of [
    ['/public/register?bid=nobody', 'No encontramos este negocio'],
    ['/public/register', 'Falta el identificador del negocio'],
  ] as const) {
    test(`${path}, which leads to no business, says so as a page that is not found`, async ({ page }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText(words)).toBeVisible()
    })
  }
})
