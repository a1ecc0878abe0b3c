import { defineConfig, type ReporterDescription } from '@playwright/test'
import { shortLivedChromium } from './harness/chromium.ts'

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
  // Long, because the machine may be busy. harness/cpu.ts limits the CPU time of each test.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [...reporters, ['html', { open: 'never' }]],
  use: {
    launchOptions: shortLivedChromium,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // The service worker caches the whole app, which is slow in a new browser. Only its own tests allow it.
    serviceWorkers: 'block',
    // Screenshots and snapshots of every step cost a tenth of the run time. For one test, use --trace on.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      // No deviceScaleFactor: the browser renders in software, and a higher factor costs a third of the run time.
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grep: /@sizes/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
