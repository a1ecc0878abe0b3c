import { defineConfig } from '@playwright/test'
import common, { reporters } from './playwright.config.ts'

// The engines that phones and tablets have besides Chromium's, each moved by its own driver: Playwright's are builds of its
// own, which are no Debian packages. They show what an engine lacks; screens are looked at in Chromium (tests/).
export default defineConfig<{ engineName: 'firefox' | 'webkit' }>({
  ...common,
  testDir: 'engines',
  // Who begins empties its folder, and these run beside the other tests: in one folder, those under way fail.
  outputDir: 'test-results-engines',
  reporter: reporters,
  fullyParallel: false, // one browser of each engine does for all tests
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
})
