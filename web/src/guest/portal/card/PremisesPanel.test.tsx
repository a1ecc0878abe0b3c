import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownWith } from '../examples'
import { PremisesPanel } from './PremisesPanel'

const premises = {
  premisesAddress: 'Calle Mayor 3, Madrid',
  premisesPhone: '+34911234567',
  bookingUrl: 'https://citas.example/sur',
  openingHours: [{ weekday: 1, from: '09:30', to: '14:00' }],
}

// Spec: portal-25
test('shows address, contact and opening hours', () => {
  render(<PremisesPanel own={ownWith({}, premises)} />)
  const panel = within(screen.getByRole('region', { name: 'Barbería Sur' }))
  expect(panel.getByRole('link', { name: 'Reservar cita' })).toHaveAttribute('href', premises.bookingUrl)
  expect(panel.getByRole('link', { name: /Calle Mayor 3/ })).toHaveAttribute(
    'href',
    expect.stringContaining('Calle%20Mayor%203%2C%20Madrid'),
  )
  expect(panel.getByRole('link', { name: /Llamar: / })).toHaveAttribute('href', 'tel:+34911234567')
  expect(panel.getByText('9:30–14:00')).toBeVisible()
  expect(panel.getByText('martes a domingo')).toBeVisible()
})

test('is hidden when the business has published no data', () => {
  const { container } = render(<PremisesPanel own={ownWith()} />)
  expect(container).toBeEmptyDOMElement()
})
