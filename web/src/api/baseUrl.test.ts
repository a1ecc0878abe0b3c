// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { apiBaseUrl } from './baseUrl'

const origin = 'https://shop.test'
const host = 'https://cards.test/'

// Spec: calls-1, calls-2
test.each([
  ['the value it was built with', 'https://api.test/v1', 'https://other.test', host, 'https://api.test/v1'],
  ['what the page says', undefined, 'https://other.test/api//', host, 'https://other.test/api'],
  ['the host that was built in', undefined, undefined, host, 'https://cards.test/api'],
  ['its own origin', undefined, undefined, undefined, 'https://shop.test/api'],
  ['its own origin when the others are empty', '', '', '', 'https://shop.test/api'],
])('finds the API from %s', (_name, buildUrl, value, builtIn, url) => {
  expect(apiBaseUrl(buildUrl, value, builtIn, origin)).toBe(url)
})
