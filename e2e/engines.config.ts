import { defineConfig } from '@playwright/test'
import common, { reporters } from './playwright.config.ts'

// Firefox and WebKit, each with its own driver, because Debian has no packages of Playwright's builds.
// Only Chromium runs the tests of screens (tests/).
export default defineConfig<{ engineName: 'firefox' | 'webkit' }>({
  ...common,
  testDir: 'engines',
  // Each run empties its folder, so parallel runs need different folders.
  outputDir: 'test-results-engines',
  reporter: reporters,
  fullyParallel: false,
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
})
