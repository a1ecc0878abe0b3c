import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../bin/pictures')

/** Takes the picture of a page for a document. */
export async function take(shown: Page | Locator, name: string): Promise<void> {
  await shown.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

/** Takes the picture of a part, without fixed elements that would cover it. */
export async function takePart(part: Locator, name: string): Promise<void> {
  const across = part.page().locator('[data-sonner-toaster], nav[aria-label="Secciones"]')
  await across.evaluateAll((found) => {
    for (const element of found) if (element instanceof HTMLElement) element.style.visibility = 'hidden'
  })
  await take(part, name)
}
