import { describe, expect, test } from 'vitest'
import { customer } from '@/test/examples'
import { changesFrom, valuesOf, wrongIn } from './editCustomer'

const values = valuesOf(customer(), null)

test('the form opens with prefix and local number apart and the day as it is typed', () => {
  expect(values).toMatchObject({ phone: { prefix: '+34', number: '612345678' }, birthday: '03/05/1990' })
})

test('a bonus that was switched off here offers the type it had', () => {
  const off = customer({ tag: null, active: false })
  expect(valuesOf(off, 'BONO_VIP_B')).toMatchObject({ bonusActive: false, tag: 'BONO_VIP_B' })
  expect(valuesOf(off, null)).toMatchObject({ bonusActive: false, tag: '' })
})

describe('what is sent', () => {
  test('joins the phone', () => {
    const phone = { prefix: '+351', number: '912 345 678' }
    expect(changesFrom({ ...values, phone }, false)).toMatchObject({ phone: '+351912345678' })
  })

  test.each(['03/05/1990', '3-5-1990', '1990-05-03', 'May 3, 1990'])('has %s as 1990-05-03', (birthday) => {
    expect(changesFrom({ ...values, birthday }, false)).toMatchObject({ birthday: '1990-05-03' })
  })

  test('has null for what is empty', () => {
    const empty = { ...values, phone: { prefix: '+34', number: '' }, email: ' ', birthday: '', notes: '' }
    expect(changesFrom(empty, false)).toMatchObject({ phone: null, email: null, birthday: null, notes: null })
  })

  test('has no type of bonus while the bonus is inactive', () => {
    expect(changesFrom({ ...values, bonusActive: false }, false)).toMatchObject({ tag: null })
    expect(changesFrom(values, false)).toMatchObject({ tag: 'ESPORADICO' })
  })
})

describe('what is wrong', () => {
  test.each([
    [{ name: ' ' }, { name: 'Escribe el nombre.' }],
    [{ birthday: '31/02/1990' }, { birthday: 'Escribe la fecha como 03/05/1990.' }],
    [{ email: 'ana' }, { email: 'Revisa el correo: falta algo, por ejemplo la @.' }],
    [{ tag: '' as const }, { tag: 'Selecciona un tipo de bono antes de guardar.' }],
    [{ tag: '' as const, bonusActive: false }, {}],
    [{ email: '', birthday: '' }, {}],
  ])('of %o is %o', (change, expected) => {
    expect(wrongIn({ ...values, ...change }, false)).toEqual(expected)
  })
})
