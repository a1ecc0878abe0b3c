import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Message } from './Message'

const drawings = (within: HTMLElement) =>
  [...within.querySelectorAll('svg')].map((drawing) => drawing.getAttribute('data-sign'))

// Spec: errors-46
test.each([
  ['❌ No se pudo.', 'text-caution', '❌'],
  ['⚠️ Ya vino.', 'text-caution', '⚠️'],
  ['✅ Guardado.', 'text-accent', '✅'],
  ['Hecho.', 'text-ink', null],
])('%s has the look %s and one icon', (text, look, sign) => {
  render(<Message text={text} />)
  expect(screen.getByRole('status')).toHaveClass(look)
  expect(screen.getByRole('status')).toHaveTextContent(text)
  expect(drawings(screen.getByRole('status'))).toEqual([sign])
})

// Spec: errors-46
test.each(['✅', '⚠️', '❌'])('the icon %s replaces the emoji in its line', (sign) => {
  render(<Message text={`${sign} Ya.`} />)
  const drawing = screen.getByRole('status').querySelector('svg')
  expect(drawing?.closest('.signed')).toHaveTextContent(`${sign} Ya.`)
})
