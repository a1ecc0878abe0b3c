import type { BrowserContext } from '@playwright/test'

/** Gives the pages the clock that this run is made under, where it has one of its own (internal/testrun/clock.go). */
export async function setClock(context: BrowserContext): Promise<void> {
  const { TEST_CLOCK_SCRIPT: path } = process.env
  if (path) await context.addInitScript({ path })
}
