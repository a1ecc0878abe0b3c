import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { withLongNames } from './names.ts'

const { TEST_LOOK } = process.env

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

/** Takes a picture of each judged state, if the run has a folder for pictures. */
export async function takePictures(page: Page): Promise<void> {
  if (!TEST_LOOK) return
  const state = nextState()
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await take(page, `${size.width}-${colorScheme}`, state)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await withLongNames(page, async () => {
      await take(page, `${size.width}-long-names`, state)
      if (size.width === 320) await withLargeText(page, () => take(page, '320-long-names-large', state))
    })
  }
  if (before) await page.setViewportSize(before)
}

function nextState(): string {
  const { titlePath, annotations } = test.info()
  const number = annotations.filter(({ type }) => type === 'looked at').length + 1
  annotations.push({ type: 'looked at', description: String(number) })
  const words = [...titlePath, String(number).padStart(2, '0')].join(' ')
  return words.replace(/[^\p{L}\d]+/gu, '-')
}

async function take(page: Page, look: string, state: string): Promise<void> {
  await page.screenshot({
    path: join(TEST_LOOK ?? '', look, `${state}.png`),
    fullPage: true,
    timeout: 20_000,
  })
}

async function withLargeText(page: Page, act: () => Promise<void>): Promise<void> {
  const enlarge = (size: string) => {
    document.documentElement.style.fontSize = size
  }
  await page.evaluate(enlarge, '200%')
  await act()
  await page.evaluate(enlarge, '')
}
