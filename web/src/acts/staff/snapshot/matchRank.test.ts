import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { knownCustomer, qrHashKey } from '@/test/knownCustomers'
import { matchRank } from './matchRank'
import { Snapshot } from './snapshot'

interface Example {
  says: string
  names: string[]
  searches: { typed: string; found: string[] }[]
}

const file = join(import.meta.dirname, '../../../../../internal/store/testdata/name_searches.json')
const examples: Example[] = JSON.parse(readFileSync(file, 'utf8'))

describe.each(examples)('an offline search: $says', ({ names, searches }) => {
  it.each(searches)('finds $typed as the server does', async ({ typed, found }) => {
    const snapshot = await snapshotOf(names)
    const { items, total } = snapshot.find(typed, 10)
    expect(items.map(({ name }) => name)).toEqual(found)
    expect(total).toBe(found.length)
  })
})

// Spec: checkin-17
test('ranks a short list, best match first', async () => {
  const snapshot = await snapshotOf(['Álvaro Prieto', 'Ana Rojas', 'Rosa Gil', 'Rocío Vidal'])
  expect(snapshot.find('ro', 2)).toMatchObject({
    items: [{ name: 'Rocío Vidal' }, { name: 'Rosa Gil' }],
    total: 4,
  })
})

test.each([
  ['lopez david', 1],
  ['david lopez', 1],
  ['david sanz', null],
  ['lopez', null],
  ['lopez luna david', null],
])('the search %s ranks the stored name "david l." as %j', (search, rank) => {
  expect(matchRank('david l.', search)).toBe(rank)
})

async function snapshotOf(names: string[]): Promise<Snapshot> {
  const customers = names.map((name) => knownCustomer(name, { name, phone: null }))
  const snapshot = new Snapshot({
    owner: 'barber',
    store: { read: async () => null, write: async () => {}, erase: async () => {} },
    fetchPage: async () => ({
      customers,
      gone: [],
      whole: true,
      asOf: '2026-11-20T10:00:00Z',
      qrKey: '',
      qrHashKey,
      nextCursor: null,
    }),
  })
  await snapshot.refresh()
  return snapshot
}
