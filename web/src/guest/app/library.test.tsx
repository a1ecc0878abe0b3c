import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

test('the guest page renders with the selected library', () => {
  const { container } = render(<p>Hola</p>)
  const isReact = Object.keys(container.firstChild as object).some((name) => name.startsWith('__reactFiber'))
  expect(isReact).toBe(process.env.TEST_LIBRARY !== 'preact')
})
