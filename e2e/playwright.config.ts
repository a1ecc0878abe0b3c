import { defineConfig } from '@playwright/test'
import { chromium } from './harness/chromium.ts'

// Two sizes of the same browser: the oldest phone we promise to be good on, and the owner's desk. The phone runs every
// test, the desk those where the size may matter, which are tagged @sizes.
export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    launchOptions: chromium,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    trace: 'off', // recording costs a quarter of the time; `npm test -- --trace on` brings it back for one that fails
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
