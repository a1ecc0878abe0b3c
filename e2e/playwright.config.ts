import { defineConfig, type ReporterDescription } from '@playwright/test'
import { shortLivedChromium } from './harness/chromium.ts'

const { AXIOMA_E2E_WORKERS = '2', PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env

/** Reporters of every run, for the terminal and for tools. A local run also writes an HTML report. */
export const commonReporters: ReporterDescription[] = [
  ['list'],
  ['./harness/failures.ts'],
  ...(PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []), // the reporter writes to that file
]

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: Number(AXIOMA_E2E_WORKERS),
  // Long, because the machine may be busy. harness/cpu.ts limits the CPU time of each test.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [...commonReporters, ['html', { open: 'never' }]],
  use: {
    launchOptions: shortLivedChromium,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // The service worker caches the whole app, which is slow in a new browser. Only its own tests allow it.
    serviceWorkers: 'block',
    // Screenshots and snapshots of every step cost a tenth of the run time. To record them for one test, pass `--trace=on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  // phone is the smallest phone that we support, and runs every test. desktop has mouse and keyboard, and runs only
  // tests tagged @sizes.
  projects: [
    {
      name: 'phone',
      // No deviceScaleFactor: the browser renders in software, and a higher factor costs a third of the run time.
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grep: /@sizes/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
