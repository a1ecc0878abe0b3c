import type { LostCustomer, Week } from '@/api/types'

export const user = (id: string, disabled = false) => ({
  id,
  name: id,
  email: `${id}@x.test`,
  role: 'BARBER',
  disabled,
})

export const attendance = (visits: number, customers: number, newCustomers: number) => ({
  from: '2026-11-16',
  to: '2026-11-21',
  visits,
  customers,
  newCustomers,
})
export const lostCustomers = (count: number, phone: string | null = '+34612345678') => ({
  customerId: `lost-${count}`,
  name: `Luis Peña ${count}`,
  phone,
  lastVisitAt: '2026-09-30T10:00:00Z',
  usualGapDays: 14,
  silentDays: 52,
  greetedAt: null,
  greetingUndoableUntil: null,
  mayGreet: true,
  greeting: 'NOW' as LostCustomer['greeting'],
})
export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString()
export const quiet: Week = {
  today: attendance(0, 0, 0),
  givenToday: 0,
  this: attendance(0, 0, 0),
  before: attendance(0, 0, 0),
  rolling: { from: '2026-10-25', to: '2026-11-21', visits: 0 },
  rollingBefore: { from: '2026-09-27', to: '2026-10-24', visits: 0 },
  lost: { total: 0, items: [] },
  owed: { free: 0, half: 0, others: 0, customers: 0, value: 0 },
  overrides: [],
}
