import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../bin/pictures')

/** Takes the picture of what a page shows, for documents to name. */
export async function take(shown: Page | Locator, name: string): Promise<void> {
  await shown.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

/** The same of a part of a page, without what keeps its place there and would lie across it. */
export async function takePart(part: Locator, name: string): Promise<void> {
  const across = part.page().locator('[data-sonner-toaster], nav[aria-label="Secciones"]')
  await across.evaluateAll((found) => {
    for (const element of found) if (element instanceof HTMLElement) element.style.visibility = 'hidden'
  })
  await take(part, name)
}
