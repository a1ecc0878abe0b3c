import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Chromium's headless shell, without window code: a quarter faster. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The system's Chromium, so that nothing is downloaded. */
export const chromium: LaunchOptions = {
  executablePath:
    process.env.AXIOMA_CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium'),
  args: [
    '--no-sandbox', // the sandbox needs kernel features that root and containers lack
    // The tests use one local server: other requests of the browser are noise.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ],
}
