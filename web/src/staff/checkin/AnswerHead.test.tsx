import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AnswerHead } from './AnswerHead'
import type { Head, Tone } from './panel'

const drawings = () =>
  [...document.querySelectorAll('svg')].map((drawing) => /lucide-(\S+)/.exec(drawing.classList.value)?.[1])

// Spec: checkin-11, checkin-12, checkin-24
test.each<[Tone, string, string[]]>([
  ['success', '✅ Hecho', ['check']],
  ['warning', '⚠️ Hecho', ['triangle-exclamation-point']],
  ['error', '❌ Hecho', ['x']],
  ['owed', '✅ Hecho', ['gift', 'check']],
  ['plain', 'Hecho', ['user']],
])('the tone %s has the text "%s" and the icons %j', (tone, text, icons) => {
  const head = { tone, isDone: true, message: 'Hecho', name: 'Ana', summary: '' }
  render(<AnswerHead head={head} serial={1} idle={false} undo={null} />)
  expect(screen.getByText('Hecho')).toHaveTextContent(new RegExp(`^${text}$`))
  expect(drawings()).toEqual(icons)
})

test('a card with owed rewards shows no success icon before an act', () => {
  const head: Head = { tone: 'owed', isDone: false, message: 'Tarjeta de', name: 'Ana', summary: '' }
  render(<AnswerHead head={head} serial={1} idle={false} undo={null} />)
  expect(screen.getByText('Tarjeta de')).toHaveTextContent(/^Tarjeta de$/)
  expect(drawings()).toEqual(['gift'])
})
