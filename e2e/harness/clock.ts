import type { BrowserContext, Page } from '@playwright/test'

/** Gives the pages the clock of this run, if it has its own (internal/testrun/clock.go). */
export async function setClock(context: BrowserContext): Promise<void> {
  const { TEST_CLOCK_SCRIPT: path } = process.env
  if (path) await context.addInitScript({ path })
}

/** Stops the clock of pages opened from now on, so that the ten seconds of undo do not pass. */
export async function stopUndoPeriod(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [begin, later] = [Date.now(), window.setTimeout.bind(window)]
    Date.now = () => begin
    window.setTimeout = ((act: () => void, wait = 0, ...args: unknown[]) =>
      wait === 10_000 ? 0 : later(act, wait, ...args)) as typeof window.setTimeout
  })
}
