import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RegisterScreen } from './RegisterScreen'

test('a short address without a business asks to compare it with the poster', () => {
  render(<RegisterScreen businessId={null} isShort />)
  expect(screen.getByText('Esta dirección no lleva a ningún negocio')).toBeVisible()
  expect(screen.getByText(/Compárala con la del cartel, letra por letra/)).toBeVisible()
  expect(screen.queryByText('Falta el identificador del negocio')).toBeNull()
})
