import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockCustomerServer, press } from '@/test/customerRecord'

const { open } = mockCustomerServer()

test('on a device whose clock is three days ahead, a past visit offers the days that have been', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:00Z') })
  localStorage.setItem('axioma.clock-skew', String(3 * 24 * 60 * 60_000))
  await open('ADMIN')
  await press('Anotar visita de otro día')
  const days = within(screen.getByLabelText('Día')).getAllByRole('option')
  expect(days.map((day) => day.textContent).slice(1, 3)).toEqual(['jueves 19', 'miércoles 18'])
})
