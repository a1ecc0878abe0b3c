import { expect, test } from 'vitest'
import { emptyCustomer, missingIn, requestFrom } from './newCustomer'

const filled = {
  name: ' Ana ',
  phone: { prefix: '+34', number: '612 34 56 78' },
  birthday: '',
  tag: 'ESPORADICO',
  family: null,
}

test('name, phone and type of bonus have to be there', () => {
  expect(Object.keys(missingIn(emptyCustomer))).toEqual(['name', 'phone', 'tag'])
  expect(missingIn(filled)).toEqual({})
  expect(missingIn({ ...filled, phone: { prefix: '+34', number: ' ' } })).toHaveProperty('phone')
})

test('the phone is sent as prefix and digits, a missing birthday as null', () => {
  expect(requestFrom(filled)).toEqual({
    name: 'Ana',
    phone: '+34612345678',
    birthday: null,
    tag: 'ESPORADICO',
  })
})
