import { expect, test } from 'vitest'
import { maskEmail, maskPhone } from './masking'

test('a phone keeps its first two and last two digits', () => {
  expect(maskPhone('+34 612 345 678')).toBe('34•••••••78')
  expect(maskPhone('1234')).toBe('••••')
})

test('an email keeps the first and last letter of its local part', () => {
  expect(maskEmail('lucia.perez@correo.es')).toBe('l•••••••••z@correo.es')
  expect(maskEmail('ab@correo.es')).toBe('••@correo.es')
  expect(maskEmail('nadie')).toBe('n•••e')
})
