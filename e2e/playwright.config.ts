import { defineConfig, type ReporterDescription } from '@playwright/test'
import { chromium } from './harness/chromium.ts'

const { AXIOMA_E2E_WORKERS = '2', PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env

/** The output of a run: for the terminal and for tools. */
export const reporters: ReporterDescription[] = [
  ['list'],
  ['./harness/failures.ts'],
  ...(PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []), // which writes it to that file
]

// The oldest phone we support, and the owner's desk. The phone runs every test, the desk those tagged
// @sizes (mouse and keyboard).
export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: Number(AXIOMA_E2E_WORKERS),
  // For a busy machine; harness/cpu.ts limits the CPU.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [...reporters, ['html', { open: 'never' }]],
  use: {
    launchOptions: chromium,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // Caching the whole app is slow in a new browser; tests about it allow it.
    serviceWorkers: 'block',
    // Pictures or page copies at every step cost a tenth of the time: use --trace on for one test.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      // Software drawing: sharper pixels cost a third of the time.
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grep: /@sizes/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
