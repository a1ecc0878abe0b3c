// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Customer } from '@/api/types'
import { bonusOf, milestoneAfterTagChange, storeBonus, storedTag } from './bonus'

const read = (fields: object) => bonusOf(fields as Customer)

// Spec: entities-7
test.each([
  [{ tag: 'BONO_VIP_A' }],
  [{ customer: { tag: 'BONO_VIP_A' } }],
  [{ profile: { tag: 'BONO_VIP_A' } }],
  [{ meta: { tag: 'BONO_VIP_A' } }],
])('finds the bonus type in %o', (fields) => {
  expect(read(fields)).toEqual({ active: true, tag: 'BONO_VIP_A', label: 'Bono VIP A' })
})

test.each([[{ tag: null }], [{}], [{ tag: 'OTRO' }], [{ meta: null }]])('finds none in %o', (fields) => {
  expect(read(fields)).toEqual({ active: false, tag: null, label: null })
})

test('takes the bonus state from the server', () => {
  expect(read({ tag: 'BONO_TARJETA', active: false })).toMatchObject({ active: false, tag: 'BONO_TARJETA' })
})

// Spec: entities-4
test('remembers the type of each customer on the device', () => {
  storeBonus('a', { active: false, tag: 'BONO_VIP_C' })
  expect(storedTag('a')).toBe('BONO_VIP_C')
  expect(storedTag('b')).toBeNull()
})

const shop = { visitTarget: 10, vipVisitTarget: 4, halfRewardEnabled: true }

// Spec: states-8
test.each([
  ['BONO_VIP_A', 'BONO_TARJETA', 4, 'FREE'],
  ['BONO_VIP_A', null, 8, 'FREE'],
  ['BONO_VIP_A', 'BONO_TARJETA', 5, null],
  ['BONO_VIP_A', 'BONO_TARJETA', 0, null],
  ['BONO_VIP_B', 'BONO_VIP_A', 4, null],
  ['ESPORADICO', 'BONO_VIP_A', 5, 'HALF'],
  [null, 'BONO_VIP_A', 10, 'FREE'],
] as const)('a change to %s from %s with %i stamps reaches the milestone %s', (tag, former, count, owes) => {
  expect(milestoneAfterTagChange(tag, former, count, shop)).toBe(owes)
  expect(milestoneAfterTagChange(tag, former, count, { ...shop, halfRewardEnabled: false })).toBe(
    owes === 'HALF' ? null : owes,
  )
})
