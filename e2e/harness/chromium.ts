import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Chromium without the code for windows, which draws none of its own beside the page: a quarter faster. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The system's Chromium: the same build for everybody, and no download. */
export const chromium: LaunchOptions = {
  executablePath:
    process.env.AXIOMA_CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium'),
  args: [
    '--no-sandbox', // the sandbox needs kernel features that root and containers do without
    // The tests talk to one server on this machine: whatever else the browser would fetch is noise.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ],
}
