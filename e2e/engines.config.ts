import { defineConfig } from '@playwright/test'
import common, { commonReporters } from './playwright.config.ts'

// Runs Firefox and WebKit by WebDriver clients of our own (engines/), because Debian has no packages of
// Playwright's builds. The tests of screens (tests/) run only in Chromium.
export default defineConfig<{ engineName: 'firefox' | 'webkit' }>({
  ...common,
  testDir: 'engines',
  // Each run empties its folder, so parallel runs need different folders.
  outputDir: 'test-results-engines',
  reporter: commonReporters,
  fullyParallel: false,
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
})
