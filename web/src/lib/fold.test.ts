import { expect, test } from 'vitest'
import { inputs } from '@/test/inputs'
import { fold } from './fold'

test.each([
  ['  José   Núñez ', 'jose nunez'],
  ['ÁLVARO', 'alvaro'],
  ['Zoë', 'zoe'],
])('%s is %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test.each(inputs.names.filter(({ name }) => name !== undefined))(
  '$name is found as on the server',
  ({ name = '', found = [] }) => {
    for (const text of found) expect(fold(name)).toContain(fold(text))
  },
)
