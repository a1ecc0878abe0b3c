import type { BrowserContext, Page } from '@playwright/test'

/** Sets the pages' clock to the clock of the test run, if the run has its own (internal/testrun/clock.go). */
export async function setClock(context: BrowserContext): Promise<void> {
  const { TEST_CLOCK_SCRIPT: path } = process.env
  if (path) await context.addInitScript({ path })
}

/** Stops the clock of pages that are opened from now on, so that the ten seconds for an undo do not pass. */
export async function stopUndoPeriod(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [begin, later] = [Date.now(), window.setTimeout.bind(window)]
    Date.now = () => begin
    window.setTimeout = ((act: () => void, wait = 0, ...args: unknown[]) =>
      wait === 10_000 ? 0 : later(act, wait, ...args)) as typeof window.setTimeout
  })
}
