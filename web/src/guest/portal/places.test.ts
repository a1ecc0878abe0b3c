import { expect, test } from 'vitest'
import { asksBirthday, nextPlace, signInPlace } from './places'

const at = (address: string) => new URL(address, 'https://axioma.test')

test('whoever has signed in goes where the address says, if that is a page of the portal', () => {
  expect(nextPlace(at('/portal'))).toBe('/portal/points')
  expect(nextPlace(at('/portal?next=/portal/points'))).toBe('/portal/points')
  expect(nextPlace(at('/portal?next=/portal/data'))).toBe('/portal/data')
  for (const elsewhere of [
    'https://evil.test',
    '//evil.test',
    '/app',
    '/portal/../app',
    'javascript:alert(1)',
    '/portal//evil.test',
  ]) {
    expect(nextPlace(at(`/portal?next=${encodeURIComponent(elsewhere)}`))).toBe('/portal/points')
  }
})

test('the birth date is asked for on the way from the page with the QR', () => {
  expect(asksBirthday(at('/portal?bid=b1&next=/portal/points'))).toBe(true)
  expect(asksBirthday(at('/portal?bid=b1'))).toBe(false)
})

test('the sign-in keeps the business', () => {
  expect(signInPlace('b 1')).toBe('/portal?bid=b%201')
  expect(signInPlace(null)).toBe('/portal')
})
