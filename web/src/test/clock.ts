import { afterEach, beforeEach, vi } from 'vitest'

// Every test starts at this instant.
const stand = () => vi.setSystemTime('2026-11-20T10:00:00Z')

stand()
beforeEach(() => {
  stand()
})
afterEach(() => {
  vi.useRealTimers()
})
