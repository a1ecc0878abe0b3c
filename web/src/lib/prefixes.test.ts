import { expect, test } from 'vitest'
import { defaultPrefix, phonePrefixes } from './phone'

// Spec: limits-9
test('lists the prefixes in order', () => {
  expect(phonePrefixes.map(({ prefix }) => prefix).join(' ')).toBe(
    '+34 +351 +33 +39 +49 +44 +1 +52 +57 +56 +51 +54 +58 +593 +591 +598 +595',
  )
  expect(defaultPrefix).toBe('+34')
})
