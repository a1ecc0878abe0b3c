import { expect, test } from 'vitest'
import { passesHalf } from '@/lib/passesHalf'
import { progress, reward } from '@/test/examples'
import {
  correctionCancels,
  parseCorrection,
  parseOpening,
  rewardsFromOpeningBalance,
  stampsLeft,
  stepCorrection,
} from './stampChanges'

const fresh = progress({ count: 0 })

test.each([
  ['7', 7],
  [' 0 ', 0],
  ['100', 100],
  ['101', null],
  ['', null],
  ['-1', null],
  ['7,5', null],
])('reads %j stamps of a paper card as %j', (input, stamps) => {
  expect(parseOpening(input, fresh)).toBe(stamps)
})

test.each([
  ['+1', 1],
  ['2', 2],
  ['−3', -3],
  ['-50', -50],
  ['51', null],
  ['0', null],
  ['–2', -2],
  ['', null],
])('reads %j stamps of a correction as %j', (input, stamps) => {
  expect(parseCorrection(input)).toBe(stamps)
})

test('the step buttons of a correction skip zero and stop at the limit', () => {
  expect(stepCorrection('', 1)).toBe('+1')
  expect(stepCorrection('+1', -1)).toBe('−1')
  expect(stepCorrection('−1', 1)).toBe('+1')
  expect(stepCorrection('+50', 1)).toBe('+50')
})

test('counts a full paper card as a free service, and the half reward only if it is reached and still owed', () => {
  expect(rewardsFromOpeningBalance(fresh, 12, false)).toEqual({ FREE: 1, HALF: 0 })
  expect(rewardsFromOpeningBalance(fresh, 12, true)).toEqual({ FREE: 1, HALF: 0 })
  expect(rewardsFromOpeningBalance(fresh, 17, true)).toEqual({ FREE: 1, HALF: 1 })
  expect(stampsLeft(fresh, 12)).toBe(2)
})

test('an opening balance adds to the stamps on the card', () => {
  const card = progress({ count: 4 })
  expect(rewardsFromOpeningBalance(card, 4, true)).toEqual({ FREE: 0, HALF: 1 })
  expect(passesHalf(progress({ count: 5 }), 4)).toBe(false)
  expect(passesHalf(progress({ count: 4, halfMilestone: null }), 4)).toBe(false)
})

test('a correction cancels the owed rewards of this card that it no longer reaches', () => {
  const rewards = [
    { ...reward('HALF', 'h'), milestone: 5, cardId: 'card' },
    { ...reward('HALF', 'other'), milestone: 5, cardId: 'family' },
    { ...reward('WELCOME', 'w'), milestone: 0 },
  ]
  const card = progress({ count: 5, rewards })
  expect(correctionCancels(card, -1)).toEqual({ HALF: 1 })
  expect(correctionCancels(card, 1)).toEqual({})
})
