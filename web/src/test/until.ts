import { vi } from 'vitest'

/** Waits long enough for a busy machine. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 })
