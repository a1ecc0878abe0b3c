import { afterEach, beforeEach, vi } from 'vitest'

// Every test starts at this instant.
const stand = () => vi.setSystemTime('2026-11-20T10:00:00Z')

stand()
beforeEach(() => {
  stand()
})
afterEach(() => {
  vi.useRealTimers()
  // Vitest removes stubs only before a test. The mock server of the next file would wrap a stubbed fetch, and
  // Vitest would then remove the wrapper too.
  vi.unstubAllGlobals()
  if (typeof window === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
})
