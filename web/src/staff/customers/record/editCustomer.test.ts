import { describe, expect, test } from 'vitest'
import { sayDay } from '@/lib/dates'
import { applyEdit, buildChanges, changedFields } from '@/lib/form'
import { customer } from '@/test/examples'
import { inputs } from '@/test/inputs'
import { type EditValues, editFields, guardianChanges, validationErrors, valuesOf } from './editCustomer'

const values = valuesOf(customer(), null)

function changesFrom(typedValues: EditValues, before: EditValues) {
  const edits = applyEdit<EditValues>({}, before, typedValues)
  return buildChanges(editFields, edits, changedFields(editFields, edits, before))
}

// Spec: record-7
test('the form starts with prefix, local number and birth date as users type them', () => {
  expect(values).toMatchObject({ phone: { prefix: '+34', number: '612345678' }, birthday: '03/05/1990' })
})

test('a bonus that was switched off on this device offers its former type', () => {
  const off = customer({ tag: null, active: false })
  expect(valuesOf(off, 'BONO_VIP_B')).toMatchObject({ bonus: { active: false, tag: 'BONO_VIP_B' } })
  expect(valuesOf(off, null)).toMatchObject({ bonus: { active: false, tag: '' } })
})

describe('the changes', () => {
  const another = valuesOf(
    customer({
      name: 'Eva',
      phone: null,
      email: null,
      birthday: '1950-01-01',
      notes: 'x',
      tag: null,
      active: false,
    }),
    null,
  )

  // Spec: calls-18
  test('have the changed fields only', () => {
    expect(changesFrom(values, values)).toEqual({})
    expect(changesFrom({ ...values, name: 'Ana  Ruiz ', email: ' ana@x.test' }, values)).toEqual({
      name: 'Ana  Ruiz',
    })
    expect(changesFrom({ ...values, birthday: '1990-05-03' }, values)).toEqual({})
  })

  test('have the birth date together with the guardian', () => {
    const guardian = { guardianName: 'Eva Gil', guardianConsent: true }
    expect(guardianChanges({ ...values, ...guardian }, false)).toBeUndefined()
    expect(guardianChanges({ ...values, ...guardian }, true)).toEqual({
      birthday: '1990-05-03',
      ...guardian,
    })
  })

  test('join prefix and number of the phone', () => {
    const phone = { prefix: '+351', number: '912 345 678' }
    expect(changesFrom({ ...values, phone }, values)).toMatchObject({ phone: '+351912345678' })
  })

  // Spec: validation-19
  test.each(inputs.days)('have the day of $typed, or an error', ({ typed, day = null, words, asked }) => {
    const typedIn = { ...values, birthday: typed }
    expect(changesFrom(typedIn, another).birthday).toBe(day)
    expect(validationErrors(typedIn, false, false).birthday).toBe(asked)
    if (day) expect(sayDay(day)).toBe(words)
  })

  test('accept the stored phone whatever its country', () => {
    const storedValues = valuesOf(customer({ phone: '+3912' }), null)
    expect(validationErrors({ ...storedValues, name: 'Eva' }, false, false)).toEqual({})
    expect(
      validationErrors({ ...storedValues, phone: { prefix: '+39', number: '34' } }, true, false).phone,
    ).toMatch(/\+39 \(Italia\)/)
    expect(
      validationErrors({ ...storedValues, phone: { prefix: '+39', number: 'x' } }, true, false).phone,
    ).toMatch(/solo lleva cifras/)
  })

  // Spec: validation-20
  test('have null for empty fields', () => {
    const empty = { ...values, phone: { prefix: '+34', number: '' }, email: ' ', birthday: '', notes: '' }
    expect(changesFrom(empty, { ...values, notes: 'x' })).toEqual({
      phone: null,
      email: null,
      birthday: null,
      notes: null,
    })
  })

  test('have no bonus type while the bonus is inactive', () => {
    expect(changesFrom({ ...values, bonus: { ...values.bonus, active: false } }, values)).toEqual({
      tag: null,
    })
    expect(changesFrom(values, another)).toMatchObject({ tag: 'ESPORADICO' })
  })
})

describe('validation', () => {
  // Spec: validation-18, validation-31
  test.each([
    [{ name: ' ' }, { name: 'Escribe el nombre.' }],
    [{ birthday: 'mayo' }, { birthday: 'Escribe la fecha como 03/05/1990.' }],
    [{ email: 'ana' }, { email: 'Revisa el correo: falta algo, por ejemplo la @.' }],
    [{ bonus: { active: true, tag: '' as const } }, { tag: 'Selecciona un tipo de bono antes de guardar.' }],
    [{ bonus: { active: false, tag: '' as const } }, {}],
    [{ email: '', birthday: '' }, {}],
  ])('of %o returns %o', (change, errors) => {
    expect(validationErrors({ ...values, ...change }, false, false)).toEqual(errors)
  })
})
