import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { impression } from './ink'
import { StampCard } from './StampCard'

const card = { businessName: 'Barbería Demo', target: 10, halfMilestone: 5, pendingKinds: [] }

test('has a text alternative of the card', () => {
  render(<StampCard {...card} count={13} customerName="Ana Gómez" />)
  expect(screen.getByRole('img', { name: '3 de 10 visitas' })).toBeVisible()
  expect(screen.getByText('Barbería Demo')).toBeVisible()
  expect(screen.getByText('Ana Gómez')).toBeVisible()
  expect(screen.getByText('Faltan 2 para el 50 %')).toBeVisible()
})

test('describes a full card', () => {
  render(<StampCard {...card} count={10} />)
  expect(screen.getByText('Tarjeta completa')).toBeVisible()
})

test('animates only a new last stamp', () => {
  const { container, rerender } = render(<StampCard {...card} count={3} />)
  expect(container.querySelectorAll('[data-fresh]')).toHaveLength(0)
  rerender(<StampCard {...card} count={4} justStamped />)
  expect(container.querySelectorAll('[data-fresh]')).toHaveLength(1)
})

test('draws the same stamp in a cell each time', () => {
  expect(impression(3)).toEqual(impression(3))
  expect(impression(3)).not.toEqual(impression(4))
})

test('shows the logo on the sign, and the sign alone if the logo fails to load', () => {
  const look = { colour: 'RED', logoUrl: '/api/public/businesses/b1/logo/1e91' } as const
  const { container, rerender } = render(<StampCard {...card} count={3} look={look} />)
  const logo = () => container.querySelector('img')
  expect(logo()).toHaveAttribute('alt', '')
  fireEvent.error(logo() as HTMLImageElement)
  expect(logo()).toBeNull()
  expect(screen.getByText('Barbería Demo')).toBeVisible()
  rerender(
    <StampCard {...card} count={3} look={{ ...look, logoUrl: '/api/public/businesses/b1/logo/2f02' }} />,
  )
  expect(logo()).not.toBeNull()
})
