import { expect, test } from 'vitest'
import { inputs } from '@/test/inputs'
import { fold } from './fold'

test.each([
  ['  José   Núñez ', 'jose nunez'],
  ['ÁLVARO', 'alvaro'],
  ['Zoë', 'zoe'],
])('folds %s to %s', (text, result) => {
  expect(fold(text)).toBe(result)
})

test.each(inputs.names.filter(({ name }) => name !== undefined))(
  'matches $name as the server does',
  ({ name = '', found = [] }) => {
    for (const text of found) expect(fold(name)).toContain(fold(text))
  },
)
