import { expect, test } from 'vitest'
import { isMinor } from './minors'

test.each([
  ['2012-03-27', '2026-03-26', true],
  ['2012-03-26', '2026-03-26', false],
  ['2026-03-26', '2026-03-26', true],
  ['2013-01-01', '2026-12-31', true],
  ['2012-02-29', '2026-02-28', true],
  ['2012-02-29', '2026-03-01', false],
  ['2014-03-01', '2028-02-29', true],
  ['2026-03-27', '2026-03-26', false],
  ['1990-05-17', '2026-03-26', false],
  ['', '2026-03-26', false],
  [null, '2026-03-26', false],
])('a person born on %j is a minor on %s: %j', (birthday, today, minor) => {
  expect(isMinor(birthday, today)).toBe(minor)
})
