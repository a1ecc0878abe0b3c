import { expect, test } from 'vitest'
import { inviteTexts } from './inviteTexts'

test.each([
  ['6 de diciembre de 2026', 'El enlace vale hasta el 6 de diciembre de 2026'],
  ['mañana, 10:42', 'El enlace vale hasta mañana, 10:42'],
])('shows until when an invitation is valid: %s', (moment, text) => {
  expect(inviteTexts.state.until(moment)).toBe(text)
  expect(inviteTexts.once(moment)).toContain(text.replace('El enlace vale', 'Vale'))
})
