// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Customer } from '@/api/types'
import { bonusOf, rememberBonus, rememberedTag } from './bonus'

const read = (fields: object) => bonusOf(fields as Customer)

test.each([
  [{ tag: 'BONO_VIP_A' }],
  [{ customer: { tag: 'BONO_VIP_A' } }],
  [{ profile: { tag: 'BONO_VIP_A' } }],
  [{ meta: { tag: 'BONO_VIP_A' } }],
])('finds the type of bonus in %o', (fields) => {
  expect(read(fields)).toEqual({ active: true, tag: 'BONO_VIP_A', label: 'Bono VIP A' })
})

test.each([[{ tag: null }], [{}], [{ tag: 'OTRO' }], [{ meta: null }]])('finds none in %o', (fields) => {
  expect(read(fields)).toEqual({ active: false, tag: null, label: null })
})

test('the server says whether the bonus is active', () => {
  expect(read({ tag: 'BONO_TARJETA', active: false })).toMatchObject({ active: false, tag: 'BONO_TARJETA' })
})

test('the type is remembered for each customer on the device', () => {
  rememberBonus('a', { active: false, tag: 'BONO_VIP_C' })
  expect(rememberedTag('a')).toBe('BONO_VIP_C')
  expect(rememberedTag('b')).toBeNull()
})
