import { defineConfig } from '@playwright/test'
import { chromium } from './harness/chromium.ts'

// `make bench` starts the server (bench/browser.go).
export default defineConfig({
  testDir: 'bench',
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: { launchOptions: chromium, viewport: { width: 1024, height: 768 }, timezoneId: 'Europe/Madrid' },
})
