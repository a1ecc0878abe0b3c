import type { Locator, Page } from '@playwright/test'
import { Registration } from '../harness/registration.ts'
import { expect, test } from '../harness/test.ts'

/** The two pages on which somebody registers herself, and what their button says. */
const pages = [
  { path: '/public/register?bid=demobarberia', button: 'Crear mi cuenta' },
  { path: '/qr', button: 'Registrarme y generar QR' },
]

/** Whether all of something lies in the window, without anything having been moved. */
async function isInSight(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox()
  const { height } = page.viewportSize() ?? { height: 0 }
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

for (const { path, button } of pages) {
  test(`at ${path} the first field is seen at once, and the button once nothing is missing`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    const form = new Registration(page)
    const submit = page.getByRole('button', { name: button })
    await expect(form.name).toBeVisible()
    expect(await isInSight(page, form.name)).toBe(true)
    await form.fillIn('Saturnino Gil', shop.newPhone())
    await expect(submit).toBeEnabled()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    for (const part of [form.name, form.phone, submit]) expect(await isInSight(page, part)).toBe(true)
    // Nothing that is asked for lies under the button, and what is optional comes after what is required.
    const words = await page.getByRole('link', { name: 'política de privacidad' }).first().boundingBox()
    const bar = await page.locator('form > div').filter({ has: submit }).boundingBox()
    expect((words?.y ?? 740) + (words?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    expect((await form.email.boundingBox())?.y).toBeGreaterThan(words?.y ?? 740)
    await form.email.focus()
    const email = await form.email.boundingBox()
    expect((email?.y ?? 740) + (email?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  })

  test(`at ${path} the key of the keyboard leads to what is still missing, and sends once nothing is`, async ({
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
    await expect(page.getByRole('article').getByRole('img')).toBeVisible()
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, button } of pages) {
    test(`at ${path} the button is in sight once nothing is missing`, async ({ page, shop }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      const form = new Registration(page)
      const submit = page.getByRole('button', { name: button })
      expect(await isInSight(page, form.name)).toBe(true)
      expect(await isInSight(page, submit)).toBe(false)
      await form.fillIn('Saturnino Gil', shop.newPhone())
      for (const part of [form.name, form.phone, form.privacy, submit]) {
        expect(await isInSight(page, part)).toBe(true)
      }
    })
  }
})
