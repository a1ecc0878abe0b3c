import { expect, test } from 'vitest'
import { passwordStrength } from './passwordStrength'

test.each([
  ['', 'weak'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abababababababab', 'weak'],
  ['qwertyuiop', 'weak'],
  ['zyxwvutsrq', 'weak'],
  ['Qwerty12345', 'weak'],
  ['kqzm7twp', 'fair'],
  ['navaja y pe', 'fair'],
  ['navaja y peine 7', 'strong'],
  ['kQ7m!xWp2z_t', 'strong'],
  ['ñandú 🪒 brocha', 'strong'],
])('the strength of %j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
