import { expect, test } from 'vitest'
import { fold } from './fold'

test.each([
  ['  José   Núñez ', 'jose nunez'],
  ['ÁLVARO', 'alvaro'],
  ['Zoë', 'zoe'],
])('%s is %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})
