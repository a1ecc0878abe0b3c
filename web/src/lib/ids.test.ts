import { expect, test } from 'vitest'
import { looksLikeId, newIdempotencyKey, shortId } from './ids'

test('every key is new, and made of characters a header may carry', () => {
  const keys = new Set(Array.from({ length: 50 }, newIdempotencyKey))
  expect(keys.size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})

test('looksLikeId takes ten or more letters, digits, underscores and dashes', () => {
  expect(looksLikeId('abc_DEF-12')).toBe(true)
  expect(looksLikeId('abcdefghi')).toBe(false)
  expect(looksLikeId('abcdefghi jk')).toBe(false)
})

test('shortId is the first eight characters', () => {
  expect(shortId('k3x9q2m7zzzzzz')).toBe('k3x9q2m7')
})
