import { defineConfig } from '@playwright/test'
import common, { reporters } from './playwright.config.ts'

// Takes the pictures of the manual (docs/manual) from the program as it is, into bin/pictures, where the site's build
// looks for them. On a phone, since that is where most will read them; twice as
// sharp as the tests, since people look at them.
export default defineConfig({
  ...common,
  testDir: 'pictures',
  outputDir: 'test-results-pictures',
  reporter: reporters,
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
