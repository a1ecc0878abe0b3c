import { vi } from 'vitest'

/** Waits until a check holds, for as long as a busy machine may need. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 })
