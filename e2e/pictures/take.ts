import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../bin/pictures')

/** Waits for data and fonts, and moves the pointer off all rows. */
export async function take(subject: Page | Locator, name: string): Promise<void> {
  const page = 'page' in subject ? subject.page() : subject
  await page.mouse.move(0, 0)
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await subject.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

export async function takePart(part: Locator, name: string): Promise<void> {
  const across = part.page().locator('[data-sonner-toaster], nav[aria-label="Secciones"]')
  await across.evaluateAll((elements) => {
    for (const element of elements) if (element instanceof HTMLElement) element.style.visibility = 'hidden'
  })
  await take(part, name)
}
