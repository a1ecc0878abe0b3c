import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WideTable } from './WideTable'

const hint = 'Desliza la tabla hacia los lados: hay más columnas.'

afterEach(() => vi.restoreAllMocks())

test('a table wider than its container announces that it scrolls, and fades out until its end is reached', () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(700)
  const box = open()
  expect(screen.getByText(hint)).toBeVisible()
  expect(box).toHaveAttribute('data-more')
  box.scrollLeft = 400
  fireEvent.scroll(box)
  expect(box).not.toHaveAttribute('data-more')
  expect(screen.getByText(hint)).toBeVisible()
})

test('a table that fits shows no hint until the window is narrower', () => {
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(700)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(700)
  const box = open()
  expect(screen.queryByText(hint)).toBeNull()
  expect(box).not.toHaveAttribute('data-more')
  width.mockReturnValue(300)
  fireEvent(window, new Event('resize'))
  expect(screen.getByText(hint)).toBeVisible()
})

function open(): HTMLElement {
  render(<WideTable name="Meses">cells</WideTable>)
  return screen.getByText('cells')
}
