import { defineConfig } from '@playwright/test'
import common from './playwright.config.ts'

// The engines that phones and tablets have besides Chromium's, each moved by its own driver: Playwright's are builds of its
// own, which are no Debian packages. They show what an engine lacks; screens are looked at in Chromium (tests/).
export default defineConfig<{ engineName: 'firefox' | 'webkit' }>({
  ...common,
  testDir: 'engines',
  fullyParallel: false, // one browser of each engine does for all tests
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
})
