import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { looksLikeId, newIdempotencyKey, randomId, shortId } from './ids'

const keys = (count: number) => Array.from({ length: count }, newIdempotencyKey)

/** The timestamp at the start of a key, in milliseconds. */
const timeOf = (key: string) => Number.parseInt(key.slice(0, 12), 16)

describe('an idempotency key', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T09:30:00.123Z') }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('has only characters that a header may carry, and starts with the time', () => {
    for (const key of keys(50)) {
      expect(key).toMatch(/^[0-9a-f]{32}$/)
      expect(timeOf(key)).toBe(Date.parse('2026-11-23T09:30:00.123Z'))
    }
  })

  test.each([0x00, 0xff])('has version and variant of a UUID 7 for the random byte %i', (byte) => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array) array.fill(byte)
      return array
    })
    const random = byte.toString(16).padStart(2, '0')
    const [version, variant] = byte === 0 ? ['70', '80'] : ['7f', 'bf']
    expect(newIdempotencyKey().slice(12)).toBe(`${version}${random}${variant}${random.repeat(7)}`)
  })

  test('is unique within a millisecond', () => {
    expect(new Set(keys(1000)).size).toBe(1000)
  })

  test.each([
    '2026-11-23T09:30:00.124Z',
    '2026-11-23T10:00:00Z',
    '2039-01-19T03:14:08Z',
    '9999-12-31T23:59:59Z',
  ])('sorts before one of %s', (time) => {
    const before = keys(20)
    vi.setSystemTime(new Date(time))
    const after = keys(20)
    expect([...before, ...after].sort().slice(0, 20)).toEqual(before.sort())
  })

  test.each([
    '2026-11-23T09:29:59Z',
    '1970-01-01T00:00:00Z',
    '1969-12-31T23:00:00Z',
    '+020000-01-01T00:00:00Z',
  ])('is unique after the clock was set to %s and back', (wrong) => {
    const right = Date.now()
    const before = keys(200)
    vi.setSystemTime(new Date(wrong))
    const meanwhile = keys(200)
    vi.setSystemTime(right)
    const all = [...before, ...meanwhile, ...keys(200)]
    expect(new Set(all).size).toBe(600)
    for (const key of all) expect(key).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  })
})

test('a random id does not reveal its time', () => {
  const ids = new Set(Array.from({ length: 50 }, randomId))
  expect(ids.size).toBe(50)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set([...ids].map((id) => id.slice(0, 6))).size).toBeGreaterThan(40)
})

// Spec: validation-25
test('looksLikeId accepts ten or more letters, digits, underscores and dashes', () => {
  expect(looksLikeId('abc_DEF-12')).toBe(true)
  expect(looksLikeId('abcdefghi')).toBe(false)
  expect(looksLikeId('abcdefghi jk')).toBe(false)
})

// Spec: limits-12
test('shortId returns the first eight characters', () => {
  expect(shortId('k3x9q2m7zzzzzz')).toBe('k3x9q2m7')
})
