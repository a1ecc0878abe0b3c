import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Message } from './Message'

test.each([
  ['❌ No se pudo.', 'text-caution'],
  ['⚠️ Ya vino.', 'text-caution'],
  ['Hecho.', 'text-ink'],
])('%s looks like %s', (text, look) => {
  render(<Message text={text} />)
  expect(screen.getByRole('status')).toHaveClass(look)
  expect(screen.getByRole('status')).toHaveTextContent(text)
})
