import { defineConfig, type ReporterDescription } from '@playwright/test'
import { chromium } from './harness/chromium.ts'

const { AXIOMA_E2E_WORKERS = '2', PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env

/** The output of a run: for the terminal and for tools. */
export const reporters: ReporterDescription[] = [
  ['list'],
  ['./harness/failures.ts'],
  ...(PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []), // which writes it to that file
]

// Two sizes of the same browser: the oldest phone we promise to be good on, and the owner's desk. The phone runs every
// test, and judges there too what a wider window makes of a screen. The desk runs those with work by
// mouse and keyboard, which are tagged @sizes.
export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: Number(AXIOMA_E2E_WORKERS),
  // For a machine that is busy with other things as well. What a test uses of it is limited by harness/cpu.ts.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [...reporters, ['html', { open: 'never' }]],
  use: {
    launchOptions: chromium,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // Keeping the whole app costs every new browser more than most tests do; those that are about it allow it.
    serviceWorkers: 'block',
    // What was done, asked and said. Pictures or copies of the page at every step cost a tenth of the time and more:
    // who runs a failing test alone has them (--trace on).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      // One pixel for one: drawn in software, sharper ones cost a third of the time.
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grep: /@sizes/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
