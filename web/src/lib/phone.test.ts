import { describe, expect, test } from 'vitest'
import {
  dialledDigits,
  formatPhone,
  isE164,
  isSamePhone,
  joinPhone,
  phoneFromInput,
  splitPhone,
} from './phone'

test('joins prefix and number to E.164', () => {
  expect(joinPhone({ prefix: '+34', number: '612 34 56 78' })).toBe('+34612345678')
  expect(joinPhone({ prefix: '+593', number: ' ' })).toBe('')
})

// Spec: validation-7
test.each([
  ['34 612 34 56 78', '+34612345678'],
  ['+212 612 345 678', '+212612345678'],
  ['00212612345678', '+212612345678'],
  ['341 234 567', '+34341234567'],
])('does not repeat the prefix that %s already has', (number, whole) => {
  expect(joinPhone({ prefix: '+34', number })).toBe(whole)
})

describe('splitPhone', () => {
  test('finds the country', () => {
    expect(splitPhone('+593991234567')).toEqual({ prefix: '+593', number: '991234567' })
    expect(splitPhone('+34612345678')).toEqual({ prefix: '+34', number: '612345678' })
  })

  test('leaves a number of an unknown country whole', () => {
    expect(splitPhone('+8613812345678')).toEqual({ prefix: '+34', number: '+8613812345678' })
  })
})

describe('phoneFromInput', () => {
  test('keeps any input after the chosen prefix, including letters', () => {
    expect(phoneFromInput('612 34a', '+34')).toEqual({ prefix: '+34', number: '612 34a' })
  })

  test('moves the prefix of a pasted number into its field', () => {
    expect(phoneFromInput('0052 55 1234 5678', '+34')).toEqual({ prefix: '+52', number: '5512345678' })
  })

  test('keeps an incomplete prefix', () => {
    expect(phoneFromInput('+59', '+34')).toEqual({ prefix: '+34', number: '+59' })
  })
})

test('isE164 requires a plus, a country and a possible length', () => {
  expect(isE164('+34612345678')).toBe(true)
  expect(isE164('34612345678')).toBe(false)
  expect(isE164('+0612345678')).toBe(false)
  expect(isE164('+34612')).toBe(false)
})

test('formatPhone groups a number', () => {
  expect(formatPhone('+34612345678')).toBe('+34 612 34 56 78')
  expect(formatPhone('+525512345678')).toBe('+52 55 1234 5678')
  expect(formatPhone('61••••78')).toBe('61••••78')
})

test.each([
  '+351 912 345 678',
  '+33 6 12 34 56 78',
  '+39 312 345 6789',
  '+49 1512 3456789',
  '+44 7400 123456',
  '+1 201 555 0123',
  '+52 222 123 4567',
  '+57 321 1234567',
  '+56 9 6123 4567',
  '+54 9 11 2345 6789',
  '+54 9 299 412 3456',
  '+593 99 123 4567',
  '+212 6 50 12 34 56',
  '+40 712 034 567',
  '+380 50 123 4567',
  '+41 78 123 45 67',
  '+376 312 345',
  '+86 131 2345 6789',
])("formatPhone groups %s by its country's rules", (phone) => {
  expect(formatPhone(phone.replaceAll(' ', ''))).toBe(phone)
})

test('formatPhone leaves a number of an unknown country ungrouped', () => {
  expect(formatPhone('+64211234567')).toBe('+64211234567')
})

// Spec: validation-29
test('isSamePhone compares the endings', () => {
  expect(isSamePhone('612 34 56 78', '+34612345678')).toBe(true)
  expect(isSamePhone('+34612345678', '+34612345679')).toBe(false)
  expect(isSamePhone('78', '+34612345678')).toBe(false)
  expect(isSamePhone('345678', '+34612345678')).toBe(false)
  expect(isSamePhone('2345678', '+34612345678')).toBe(true)
  expect(isSamePhone('0612 34 56 78', '+34612345678')).toBe(true)
  expect(isSamePhone('+34 612 34 56 78', '0034612345678')).toBe(true)
})

test.each([
  ['+54 11 2345 6789', '+5491123456789'],
  ['+54 9 11 2345 6789', '+5491123456789'],
  ['11 2345 6789', '+5491123456789'],
  ['+55 11 8123 4567', '+5511981234567'],
  ['11 8123 4567', '+5511981234567'],
  ['5511981234567', '+5511981234567'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['1 55 1234 5678', '+525512345678'],
  ['+34 (0) 612 34 56 78', '+34612345678'],
  ['tel:612345678', '+34612345678'],
  ['６１２３４５６７８', '+34612345678'],
])('isSamePhone of %s and %s is true in either order', (input, phone) => {
  expect(isSamePhone(input, phone)).toBe(true)
  expect(isSamePhone(phone, input)).toBe(true)
})

test('isSamePhone distinguishes two Argentine mobiles', () => {
  expect(isSamePhone('+54 11 2345 6780', '+5491123456789')).toBe(false)
})

test.each([
  ['tel:+34612345678', '+34612345678'],
  ['+34 (0) 612 345 678', '+34612345678'],
  ['(0) 612 345 678', '612345678'],
  ['６１２３４５６７８', '612345678'],
  ['6\ufe0f12', '612'],
  ['612 PELUCA', null],
])('dialledDigits reads %s as %s', (input, digits) => {
  expect(dialledDigits(input)).toBe(digits)
})
