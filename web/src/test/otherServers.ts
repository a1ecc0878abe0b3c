/** Responses of a server that has only the fields of the specification, with lists under other names. */

type JsonObject = Record<string, unknown>

export const listShapes: readonly [
  name: string,
  shape: (items: JsonObject[]) => JsonObject | JsonObject[],
][] = [
  ['a bare list', (items) => items],
  ['items', (items) => ({ items })],
  ['data', (items) => ({ data: items })],
  ['rows', (items) => ({ rows: items })],
]

export const otherCustomer = (fields: JsonObject = {}): JsonObject => ({
  id: 'ana0123456789',
  name: 'Ana Gómez',
  phone: '+34612345678',
  email: 'ana@x.test',
  birthday: '1990-05-03',
  notes: null,
  visitsCount: 5,
  createdAt: '2026-01-01T10:00:00Z',
  profile: { tag: 'BONO_TARJETA' },
  ...fields,
})

export const otherPending = { half: true, free: false, halfRewardId: 'half-1', freeRewardId: null }

export const otherProgress = (fields: JsonObject = {}): JsonObject => ({
  count: 5,
  target: 10,
  pending: otherPending,
  ...fields,
})

export const otherVisit = (fields: JsonObject = {}): JsonObject => ({
  id: 'v1',
  visitedAt: '2026-10-12T09:33:00Z',
  notes: 'Corte',
  ...fields,
})

/** A family whose members have other field names. */
export const otherFamily = (fields: JsonObject = {}): JsonObject => ({
  id: 'f1',
  name: 'Familia Rojas',
  policy: 'POOL',
  membersCount: 1,
  members: [{ id: 'ana0123456789', name: 'Ana Gómez', phone: null, familyRole: 'CHILD' }],
  ...fields,
})

const week = { from: '2026-11-16', to: '2026-11-22' }

export const otherReport = (fields: JsonObject = {}): JsonObject => ({
  total: 5,
  items: [{ customerId: 'ana0123456789', name: 'Ana Gómez', day: 1, week: 3, month: 7 }],
  window: {
    day: { from: '2026-11-21', to: '2026-11-21' },
    week,
    month: { from: '2026-11-01', to: '2026-11-30' },
  },
  ...fields,
})
