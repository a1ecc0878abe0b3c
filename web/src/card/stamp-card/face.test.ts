import { describe, expect, test } from 'vitest'
import { cardFace } from './face'

const card = { target: 10, halfMilestone: 5, pendingKinds: [] }
const stampsOf = (count: number) => cardFace({ ...card, count }).cells.filter((cell) => cell.stamped).length

describe('cardFace', () => {
  // Spec: states-8
  test.each([
    [0, 0],
    [3, 3],
    [10, 10],
    [11, 1],
    [20, 20 / 2],
    [27, 7],
  ])('shows %i visits as %i stamps', (count, stamps) => {
    expect(stampsOf(count)).toBe(stamps)
    expect(cardFace({ ...card, count }).position).toBe(stamps)
  })

  // Spec: limits-6
  test('has four columns up to a target of four, else five', () => {
    expect(cardFace({ ...card, count: 0 }).columns).toBe(5)
    expect(cardFace({ ...card, count: 0, target: 4, halfMilestone: null }).columns).toBe(4)
    expect(cardFace({ ...card, count: 0, target: 5, halfMilestone: 2 }).columns).toBe(5)
  })

  // Spec: states-9
  test('prints the rewards at their milestones', () => {
    const rewards = cardFace({ ...card, count: 0 }).cells.map((cell) => cell.reward)
    expect(rewards).toEqual([null, null, null, null, 'HALF', null, null, null, null, 'FREE'])
  })

  // Spec: states-10
  test('prints only the free service on a card without a half reward', () => {
    const rewards = cardFace({ ...card, count: 0, target: 4, halfMilestone: null }).cells.map(
      (cell) => cell.reward,
    )
    expect(rewards).toEqual([null, null, null, 'FREE'])
  })

  test('marks the rewards owed on this card, not those of an earlier one', () => {
    const owed = (count: number, pendingKinds: ('HALF' | 'FREE' | 'WELCOME')[]) =>
      cardFace({ ...card, count, pendingKinds })
        .cells.filter((cell) => cell.owed)
        .map((cell) => cell.number)
    expect(owed(6, ['HALF'])).toEqual([5])
    expect(owed(10, ['HALF', 'FREE', 'WELCOME'])).toEqual([5, 10])
    expect(owed(12, ['HALF', 'FREE'])).toEqual([])
    expect(owed(6, [])).toEqual([])
  })

  test.each([
    [0, { kind: 'HALF', visits: 5 }],
    [4, { kind: 'HALF', visits: 1 }],
    [5, { kind: 'FREE', visits: 5 }],
    [9, { kind: 'FREE', visits: 1 }],
    [10, null],
  ] as const)('after %i visits the next reward is %o', (count, next) => {
    expect(cardFace({ ...card, count }).next).toEqual(next)
  })
})
