import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

test('the screens of guests are drawn by the library that is asked for', () => {
  const { container } = render(<p>Hola</p>)
  const isReact = Object.keys(container.firstChild as object).some((name) => name.startsWith('__reactFiber'))
  expect(isReact).toBe(process.env.TEST_LIBRARY !== 'preact')
})
