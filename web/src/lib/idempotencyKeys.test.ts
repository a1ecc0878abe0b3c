// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeIdempotencyKey, openIdempotencyKey } from './idempotencyKeys'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => vi.useRealTimers())

// Spec: checkin-18
test('a request without a response keeps its key, which no other request gets', () => {
  const key = openIdempotencyKey('visit of Ana')
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(openIdempotencyKey('visit of Luis')).not.toBe(key)
  expect(openIdempotencyKey('visit of Ana')).toBe(key)
})

test('a request after a response gets a new key', () => {
  const key = openIdempotencyKey('visit of Ana')
  const other = openIdempotencyKey('visit of Luis')
  closeIdempotencyKey('visit of Ana')
  expect(openIdempotencyKey('visit of Ana')).not.toBe(key)
  expect(openIdempotencyKey('visit of Luis')).toBe(other)
})

test('a key outlasts an outage of an hour, and expires', () => {
  const key = openIdempotencyKey('visit of Ana')
  vi.advanceTimersByTime(60 * 60_000)
  expect(openIdempotencyKey('visit of Ana')).toBe(key)
  vi.advanceTimersByTime(121 * 60_000)
  expect(openIdempotencyKey('visit of Ana')).not.toBe(key)
})

test.each(['no', '1', 'null', '{"visit of Ana":null}', '{"visit of Ana":{"at":"x"}}'])(
  'replaces the invalid stored value %s by a new key',
  (storedText) => {
    sessionStorage.setItem('axioma.keys', storedText)
    expect(openIdempotencyKey('visit of Ana')).toMatch(/^[0-9a-f]{32}$/)
  },
)
