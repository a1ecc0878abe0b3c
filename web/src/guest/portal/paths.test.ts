import { expect, test } from 'vitest'
import { nextPath, requiresBirthday, signInPath } from './paths'

const at = (address: string) => new URL(address, 'https://axioma.test')

// Spec: routes-15
test('a sign-in continues at the portal page that the address names, and never elsewhere', () => {
  expect(nextPath(at('/portal'))).toBe('/portal/points')
  expect(nextPath(at('/portal?next=/portal/points'))).toBe('/portal/points')
  expect(nextPath(at('/portal?next=/portal/data'))).toBe('/portal/data')
  for (const address of [
    'https://evil.test',
    '//evil.test',
    '/app',
    '/portal/../app',
    'javascript:alert(1)',
    '/portal//evil.test',
  ]) {
    expect(nextPath(at(`/portal?next=${encodeURIComponent(address)}`))).toBe('/portal/points')
  }
})

test('the sign-in from the QR page asks for the birth date', () => {
  expect(requiresBirthday(at('/portal?bid=b1&next=/portal/points'))).toBe(true)
  expect(requiresBirthday(at('/portal?bid=b1'))).toBe(false)
})

test('the sign-in keeps the business', () => {
  expect(signInPath('b 1')).toBe('/portal?bid=b%201')
  expect(signInPath(null)).toBe('/portal')
})
