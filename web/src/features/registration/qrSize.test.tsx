import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Registered } from './Registered'

const customer = {
  id: 'c1234567890',
  name: 'Ana Ruiz',
  phone: '+34612345678',
  qrUrl: '',
  businessId: 'b1',
  businessName: 'Barbería Sur',
}

test('the QR is 196 pixels wide and high', () => {
  vi.stubGlobal('scrollTo', () => undefined)
  render(<Registered finished={{ customer, byWhatsApp: true }} onAnother={() => undefined} />)
  const qr = screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })
  expect([qr.getAttribute('width'), qr.getAttribute('height')]).toEqual(['196', '196'])
})
