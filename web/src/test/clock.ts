import { afterEach, beforeEach, vi } from 'vitest'

// Every test begins at the same moment, whatever the day and the hour; the examples are of the days around it.
const stand = () => vi.setSystemTime('2026-11-20T10:00:00Z')

stand()
beforeEach(() => {
  stand()
})
afterEach(() => {
  vi.useRealTimers()
})
