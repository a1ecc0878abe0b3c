import { expect, test } from 'vitest'
import { owedByKind } from './rewards'
import type { Reward } from './types'

const reward = (id: string, kind: Reward['kind']) => ({ id, kind }) as Reward

// Spec: entities-12
test('groups owed rewards by kind, the most valuable first, each with its oldest reward', () => {
  const rewards = [reward('w', 'WELCOME'), reward('h1', 'HALF'), reward('f', 'FREE'), reward('h2', 'HALF')]
  expect(owedByKind(rewards).map(({ kind, oldest, count }) => [kind, oldest.id, count])).toEqual([
    ['FREE', 'f', 1],
    ['HALF', 'h1', 2],
    ['WELCOME', 'w', 1],
  ])
  expect(owedByKind([])).toEqual([])
})
