export const accounts = {
  superadmin: 'superadmin@demo.test',
  owner: 'owner@demo.test',
  admin: 'admin@demo.test',
  barber: 'barber@demo.test',
  otherOwner: 'owner@norte.test',
} as const

export const password = 'Demo-1234'

export const businesses = { demo: 'demobarberia', other: 'demonorte' } as const
