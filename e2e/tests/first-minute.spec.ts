import type { Locator, Page } from '@playwright/test'
import { Portal } from '../harness/portal.ts'
import { Registration } from '../harness/registration.ts'
import { expect, test } from '../harness/test.ts'

/** The two registration pages, with the label of their button. */
const pages = [
  { path: '/public/register?bid=demobarberia', button: 'Crear mi cuenta' },
  { path: '/qr', button: 'Registrarme y generar QR' },
]

async function isInViewport(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox()
  const { height } = page.viewportSize() ?? { height: 0 }
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

for (const { path, button } of pages) {
  test(`at ${path} the first field is visible at once, and the button when the form is complete`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    const form = new Registration(page)
    const submit = page.getByRole('button', { name: button })
    await expect(form.name).toBeVisible()
    expect(await isInViewport(page, form.name)).toBe(true)
    await form.fillIn('Saturnino Gil', shop.newPhone())
    await expect(submit).toBeEnabled()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    for (const part of [form.name, form.phone, submit]) expect(await isInViewport(page, part)).toBe(true)
    // The button covers no required field, and the optional fields follow below it.
    const words = await page.getByRole('link', { name: 'política de privacidad' }).first().boundingBox()
    const bar = await page.locator('form > div').filter({ has: submit }).boundingBox()
    expect((words?.y ?? 740) + (words?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    expect((await form.email.boundingBox())?.y).toBeGreaterThan(words?.y ?? 740)
    await form.email.focus()
    const email = await form.email.boundingBox()
    expect((email?.y ?? 740) + (email?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  })

  test(`at ${path} Enter moves to the next missing field and sends a complete form`, async ({
    page,
    shop,
  }) => {
    await page.goto(path)
    const form = new Registration(page)
    await expect(page.getByRole('button', { name: button })).toBeDisabled()
    await form.name.fill('Saturnina Gil')
    await form.name.press('Enter')
    await expect(form.phone).toBeFocused()
    await form.phone.fill(shop.newPhone())
    await form.phone.press('Enter')
    await expect(form.privacy).toBeFocused()
    await form.privacy.check()
    await form.phone.press('Enter')
    await expect(page.getByRole('article').getByRole('img', { name: /QR/ })).toBeVisible()
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, button } of pages) {
    test(`at ${path} the button is visible when the form is complete`, async ({ page, shop }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      const form = new Registration(page)
      const submit = page.getByRole('button', { name: button })
      expect(await isInViewport(page, form.name)).toBe(true)
      expect(await isInViewport(page, submit)).toBe(false)
      await form.fillIn('Saturnino Gil', shop.newPhone())
      for (const part of [form.name, form.phone, form.privacy, submit]) {
        expect(await isInViewport(page, part)).toBe(true)
      }
    })
  }
})

test('the safe areas of a phone cover no field, button or QR', async ({ page, shop }) => {
  const edges = { top: 0, left: 47, right: 47, bottom: 48 }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: edges })
  const form = await new Registration(page).open()
  const name = 'Saturnino Gil'
  const phone = shop.newPhone()
  await form.fillIn(name, phone)
  await expect(form.create).toBeEnabled()
  const keepsClear = async (part: Locator) => {
    const box = await part.boundingBox()
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    expect(box?.x).toBeGreaterThanOrEqual(edges.left)
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width - edges.right)
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height - edges.bottom)
  }
  for (const part of [form.name, form.phone, form.create]) await keepsClear(part)
  await page.setViewportSize({ width: 740, height: 360 })
  await form.name.scrollIntoViewIfNeeded()
  await keepsClear(form.name)
  await form.create.click()
  await expect(form.done).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await new Portal(page).signIn(shop, { phone })
  await page.getByRole('button', { name: new RegExp(name) }).click()
  const whole = page.getByRole('dialog', { name: 'Tu QR' })
  for (const size of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size)
    await keepsClear(whole.getByRole('img'))
    await keepsClear(whole.getByText('Toca para cerrar'))
  }
})
