import { expect, test } from 'vitest'
import { emptyCustomer, toRequest, validationErrors } from './newCustomer'

const filledForm = {
  ...emptyCustomer,
  name: ' Ana ',
  phone: { prefix: '+34', number: '612 34 56 78' },
  tag: 'ESPORADICO',
}

// Spec: validation-13
test('requires name, phone and bonus type', () => {
  expect(Object.keys(validationErrors(emptyCustomer, false))).toEqual(['name', 'phone', 'tag'])
  expect(validationErrors(filledForm, false)).toEqual({})
  expect(validationErrors({ ...filledForm, name: '  ' }, false)).toHaveProperty('name')
  expect(validationErrors({ ...filledForm, phone: { prefix: '+34', number: ' + ' } }, false)).toHaveProperty(
    'phone',
  )
})

// Spec: validation-14, validation-15
test('sends the phone as prefix and digits, and a missing birthday as null', () => {
  expect(toRequest(filledForm, false)).toEqual({
    name: 'Ana',
    phone: '+34612345678',
    birthday: null,
    tag: 'ESPORADICO',
  })
})

test('reads a birthday as it is written in Spain, and asks about an incomplete one', () => {
  expect(toRequest({ ...filledForm, birthday: '3/5/1990' }, false).birthday).toBe('1990-05-03')
  expect(validationErrors({ ...filledForm, birthday: '3/5' }, false)).toHaveProperty('birthday')
})

test('requires and sends the guardian of a minor', () => {
  const minor = { ...filledForm, birthday: '2020-01-01' }
  expect(Object.keys(validationErrors(minor, true))).toEqual(['guardianName', 'guardianConsent'])
  const minorWithGuardian = { ...minor, guardianName: ' Eva ', guardianConsent: true }
  expect(validationErrors(minorWithGuardian, true)).toEqual({})
  expect(toRequest(minorWithGuardian, true)).toMatchObject({ guardianName: 'Eva', guardianConsent: true })
})
