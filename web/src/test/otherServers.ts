/** A server with only the fields of the specification, and lists under other names. */

type Said = Record<string, unknown>

export const listShapes: readonly [name: string, shape: (items: Said[]) => Said | Said[]][] = [
  ['a bare list', (items) => items],
  ['items', (items) => ({ items })],
  ['data', (items) => ({ data: items })],
  ['rows', (items) => ({ rows: items })],
]

export const saidCustomer = (given: Said = {}): Said => ({
  id: 'ana0123456789',
  name: 'Ana Gómez',
  phone: '+34612345678',
  email: 'ana@x.test',
  birthday: '1990-05-03',
  notes: null,
  visitsCount: 5,
  createdAt: '2026-01-01T10:00:00Z',
  profile: { tag: 'BONO_TARJETA' },
  ...given,
})

export const saidPending = { half: true, free: false, halfRewardId: 'half-1', freeRewardId: null }

export const saidProgress = (given: Said = {}): Said => ({
  count: 5,
  target: 10,
  pending: saidPending,
  ...given,
})

export const saidVisit = (given: Said = {}): Said => ({
  id: 'v1',
  visitedAt: '2026-10-12T09:33:00Z',
  notes: 'Corte',
  ...given,
})

/** A family with other field names and roles. */
export const saidFamily = (given: Said = {}): Said => ({
  id: 'f1',
  name: 'Familia Rojas',
  policy: 'POOL',
  membersCount: 1,
  members: [{ id: 'ana0123456789', name: 'Ana Gómez', phone: null, familyRole: 'CHILD' }],
  ...given,
})

const week = { from: '2026-11-16', to: '2026-11-22' }

export const saidReport = (given: Said = {}): Said => ({
  total: 5,
  items: [{ customerId: 'ana0123456789', name: 'Ana Gómez', day: 1, week: 3, month: 7 }],
  window: {
    day: { from: '2026-11-21', to: '2026-11-21' },
    week,
    month: { from: '2026-11-01', to: '2026-11-30' },
  },
  ...given,
})
