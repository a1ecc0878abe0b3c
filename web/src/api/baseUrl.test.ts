// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { apiBaseUrl } from './baseUrl'

const origin = 'https://shop.test'

test.each([
  ['the value it was built with', 'https://api.test/v1', 'https://other.test', 'https://api.test/v1'],
  ['what the page says', undefined, 'https://other.test/api//', 'https://other.test/api'],
  ['its own origin', undefined, undefined, 'https://shop.test/api'],
  ['its own origin when the others are empty', '', '', 'https://shop.test/api'],
])('the API is found by %s', (_name, built, said, expected) => {
  expect(apiBaseUrl(built, said, origin)).toBe(expected)
})
