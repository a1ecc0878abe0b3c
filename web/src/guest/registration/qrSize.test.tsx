import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { passLinksOf } from '@/api/walletLinks'
import { mockServer } from '@/test/server'
import { RegistrationResult } from './RegistrationResult'

const customer = {
  id: 'c1234567890',
  name: 'Ana Ruiz',
  phone: '+34612345678',
  qrUrl: '',
  businessId: 'b1',
  businessName: 'Barbería Sur',
  registrationToken: null,
  ...passLinksOf({}),
}

const server = mockServer()

// Spec: limits-10
test('the QR is 196 pixels wide and high', () => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.respond('get', `/public/customers/${customer.id}/phone-proof`, { verified: false, offered: false })
  render(
    <RegistrationResult registration={{ customer }} onAnother={() => undefined} onChild={() => undefined} />,
  )
  const qr = screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })
  expect([qr.getAttribute('width'), qr.getAttribute('height')]).toEqual(['196', '196'])
})
