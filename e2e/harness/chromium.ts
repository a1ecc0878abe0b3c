import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Chromium's headless shell, which is a quarter faster because it has no windows. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** Uses the system's Chromium, so that nothing is downloaded. */
export const chromium: LaunchOptions = {
  executablePath:
    process.env.AXIOMA_CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium'),
  args: [
    '--no-sandbox', // the sandbox needs kernel features that containers lack, and refuses root
    // The tests use only the local server: other requests of the browser would disturb them.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ],
}

/**
 * For tests: an eighth less CPU time. Pages live for seconds, so optimizing their scripts and collecting their
 * garbage beside them costs more than it saves. A benchmark measures the browser as users have it.
 */
export const shortLivedChromium: LaunchOptions = {
  ...chromium,
  args: [
    ...(chromium.args ?? []),
    '--in-process-gpu',
    '--js-flags=--no-turbofan --no-maglev --no-flush-bytecode --single-threaded --min-semi-space-size=16',
  ],
}
