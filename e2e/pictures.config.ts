import { defineConfig } from '@playwright/test'
import common, { commonReporters } from './playwright.config.ts'

// Takes the pictures of the manual (docs/manual) into bin/pictures for the site's build: on a phone, at
// twice the resolution of the tests.
export default defineConfig({
  ...common,
  testDir: 'pictures',
  outputDir: 'test-results-pictures',
  reporter: commonReporters,
  projects: [
    {
      name: 'pictures',
      use: {
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        colorScheme: 'light',
      },
    },
  ],
})
