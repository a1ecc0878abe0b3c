import { expect, test } from 'vitest'
import { joinPhone } from '@/lib/phone'
import { inputs } from '@/test/inputs'
import { classifyInput } from './classifyInput'

const id = 'a7k2m9x4q1w8e5r3t6y0uiopzx'

test.each([
  `{"type":"AXIOMA_CUSTOMER","customerId":"${id}","businessId":"demobarberia"}`,
  `¨*type*Ñ*AXIOMA?CUSTOMER*,*customerId*Ñ*${id}*,*businessId*Ñ*demobarberia**`,
  `https://shop.test/api/public/customers/${id}/qr.png`,
  `https://shop.test/qr?cid=${id}`,
  id,
  ` ${id}\t`,
])('classifies %s as a customer’s QR', (input) => {
  expect(classifyInput(input)).toEqual({ kind: 'scan', customerId: id })
})

// Spec: checkin-6
test.each([
  ['612345678', '612345678'],
  ['612 34 56 78', '612345678'],
  ['+34 612-345-678', '+34612345678'],
  ['0034 612 345 678', '+34612345678'],
  ['34612345678', '34612345678'],
  ['(55) 1234 5678', '5512345678'],
  ['(+34) 612 34 56 78', '+34612345678'],
  ['612·34·56·78', '612345678'],
  ['\u202a+34 612 34 56 78\u202c', '+34612345678'],
  ['\u2066612\u200b345678\u2069', '612345678'],
  ['6123456', '6123456'],
])('classifies %s as the phone %s', (input, phone) => {
  expect(classifyInput(input)).toEqual({ kind: 'phone', phone })
})

test.each([
  ['Ana', 'Ana'],
  [' María José O’Neill ', 'María José O’Neill'],
  ['Bartolomeo', 'Bartolomeo'],
  ['Fernández-Villaverde', 'Fernández-Villaverde'],
  ['ana.gomez@', 'ana.gomez@'],
  ['ana.gomez@correo', 'ana.gomez@correo'],
  ['612', '612'],
  ['612345', '612345'],
  ['0612345', '0612345'],
  ['\u200eAna\u200e', 'Ana'],
  ['Bono VIP A', 'Bono VIP A'],
  ['a7k2m9', 'a7k2m9'],
])('searches for %s', (input, text) => {
  expect(classifyInput(input)).toEqual({ kind: 'search', text })
})

test.each(inputs.phones.filter(({ phone }) => phone))(
  'classifies $typed beside the prefix $prefix as the phone $phone',
  ({ typed, prefix = '+34', phone }) => {
    const input = classifyInput(typed)
    expect(input.kind).toBe('phone')
    expect('phone' in input && joinPhone({ prefix, number: input.phone })).toBe(phone)
  },
)

test('classifies a whole e-mail as one', () => {
  expect(classifyInput(' Ana.Gomez@correo.es ')).toEqual({ kind: 'email', email: 'Ana.Gomez@correo.es' })
})

test.each(['https://example.test/menu', '{"type":"OTHER"}', 'WIFI:S:shop;T:WPA;P:secret;;', '¿?'])(
  'classifies %s as unknown',
  (input) => {
    expect(classifyInput(input)).toEqual({ kind: 'unknown' })
  },
)

test('classifies an empty box as empty', () => {
  expect(classifyInput(' \t')).toEqual({ kind: 'empty' })
})
