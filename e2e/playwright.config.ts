import { defineConfig, type ReporterDescription } from '@playwright/test'
import { chromium } from './harness/chromium.ts'

const { AXIOMA_E2E_WORKERS = '2', PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env

/** The output of a run: for the terminal and for tools. */
export const reporters: ReporterDescription[] = [
  ['list'],
  ['./harness/failures.ts'],
  ...(PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []), // the reporter writes to that file
]

// The smallest phone that we support, and the owner's desk. The phone runs every test; the desk runs
// those tagged @sizes (mouse and keyboard).
export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: Number(AXIOMA_E2E_WORKERS),
  // Long for a busy machine; harness/cpu.ts limits the CPU instead.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [...reporters, ['html', { open: 'never' }]],
  use: {
    launchOptions: chromium,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // Caching the whole app is slow in a new browser, so only the tests about it allow the worker.
    serviceWorkers: 'block',
    // Screenshots and snapshots at every step take a tenth of the time: use --trace on for one
    // test.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      // No deviceScaleFactor: the browser draws in software, and a higher one takes a third of the test's time.
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grep: /@sizes/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
