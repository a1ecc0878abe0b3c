import type { BrowserContext, Page } from '@playwright/test'

/** Gives the pages the clock that this run is made under, where it has one of its own (internal/testrun/clock.go). */
export async function setClock(context: BrowserContext): Promise<void> {
  const { TEST_CLOCK_SCRIPT: path } = process.env
  if (path) await context.addInitScript({ path })
}

/**
 * Keeps the undo of the last act open for as long as a slow machine needs, in pages that are opened from now on. Their
 * clock stands still, so the ten seconds of the undo do not run.
 */
export async function stopUndoPeriod(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [begin, later] = [Date.now(), window.setTimeout.bind(window)]
    Date.now = () => begin
    window.setTimeout = ((act: () => void, wait = 0, ...args: unknown[]) =>
      wait === 10_000 ? 0 : later(act, wait, ...args)) as typeof window.setTimeout
  })
}
