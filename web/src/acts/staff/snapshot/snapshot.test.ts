import { describe, expect, test, vi } from 'vitest'
import type { SnapshotQuery } from '@/api/snapshot'
import type { SnapshotPage } from '@/api/types'
import { knownCustomer as known, qrHashKey, serverHash } from '@/test/knownCustomers'
import type { EncryptedStore } from './encryptedStore'
import { Snapshot } from './snapshot'

const hour = 60 * 60_000
const ana = known('ana', { stamps: 4, owed: ['HALF'] })
const luis = known('luis', { name: 'Luis' })

const page = (fields: Partial<SnapshotPage> = {}): SnapshotPage => ({
  customers: [],
  gone: [],
  whole: false,
  asOf: '2026-11-20T10:00:00Z',
  qrKey: 'key',
  qrHashKey,
  nextCursor: null,
  ...fields,
})

function memoryVault(content: unknown = null) {
  const vault = {
    content,
    reads: 0,
    writes: 0,
    read: async () => {
      vault.reads++
      return structuredClone(vault.content)
    },
    write: async (value: unknown) => {
      vault.writes++
      vault.content = structuredClone(value)
    },
    erase: async () => {
      vault.content = null
    },
  }
  return vault
}

function snapshotOf(vault: EncryptedStore, pages: SnapshotPage[], owner = 'barber', now = () => 0) {
  const queries: SnapshotQuery[] = []
  const fetchPage = async (wish: SnapshotQuery) => {
    queries.push(wish)
    const next = pages.shift()
    if (!next) throw new Error('no network')
    return next
  }
  return { queries, snapshot: new Snapshot({ owner, store: vault, fetchPage, now }) }
}

test('finds a customer by their new QR and knows the former ones as ended', async () => {
  const vault = memoryVault()
  const changedCustomer = known('ana', {
    qr: serverHash('third'),
    endedQrs: ['qr-ana', 'second'].map((id) => serverHash(id)),
  })
  const { snapshot } = snapshotOf(vault, [
    page({ whole: true, customers: [ana, luis] }),
    page({ customers: [changedCustomer] }),
  ])
  await snapshot.refresh()
  expect(snapshot.get('qr-ana')).toMatchObject({ id: 'ana' })
  expect(snapshot.hasEnded('qr-ana')).toBe(false)
  await snapshot.refresh()
  const reopenedSnapshot = snapshotOf(vault, []).snapshot
  await reopenedSnapshot.open()
  for (const knows of [snapshot, reopenedSnapshot]) {
    expect(knows.get('third')).toMatchObject({ id: 'ana' })
    expect(knows.get('ana')).toMatchObject({ id: 'ana' })
    const endedIds = ['ana', 'qr-ana', 'second', 'third', 'qr-luis'].filter((id) => knows.hasEnded(id))
    expect(endedIds).toEqual(['qr-ana', 'second'])
  }
  snapshot.close()
  expect(snapshot.hasEnded('qr-ana')).toBe(false)
})

test('knows customers by their current QRs only', async () => {
  let now = 0
  const customers = [known('ana', { endedQrs: [serverHash('former')] }), luis]
  const pages = [page({ whole: true, customers }), page({ gone: ['luis'] })]
  const { snapshot } = snapshotOf(memoryVault(), pages, 'barber', () => now)
  await snapshot.refresh()
  await snapshot.refresh()
  const names = ['qr-ana', 'former', 'qr-luis', 'stranger'].map((id) => snapshot.get(id)?.id)
  expect(names).toEqual(['ana', undefined, undefined, undefined])
  now = 73 * hour
  expect(snapshot.get('qr-ana')).toBeNull()
})

test('the device keeps no QR', async () => {
  const vault = memoryVault()
  const { snapshot } = snapshotOf(vault, [
    page({ whole: true, customers: [known('ana', { endedQrs: [serverHash('first')] })] }),
  ])
  await snapshot.refresh()
  expect(snapshot.get('qr-ana')).not.toBeNull()
  expect(JSON.stringify(vault.content)).not.toMatch(/qr-ana|first/)
})

test('loads everything again when the key of the hashes has changed', async () => {
  const other = 'HxAREhMUFRYXGBkaGxwdHgABAgMEBQYHCAkKCwwNDg8'
  const again = known('ana', { qr: serverHash('qr-ana', other) })
  const { queries, snapshot } = snapshotOf(memoryVault(), [
    page({ whole: true, customers: [ana, luis] }),
    page({ qrHashKey: other, customers: [again] }),
    page({ qrHashKey: other, whole: true, customers: [again] }),
  ])
  await snapshot.refresh()
  await snapshot.refresh()
  expect(queries).toEqual([{}, { since: '2026-11-20T10:00:00Z' }, {}])
  expect(snapshot.get('qr-ana')).toMatchObject({ id: 'ana' })
  expect(snapshot.get('luis')).toBeNull()
})

test('an older server, which sends no hashes, is asked for changes only', async () => {
  const { qrHashKey: _key, ...older } = page({ customers: [] })
  const { queries, snapshot } = snapshotOf(memoryVault(), [
    { ...older, whole: true, customers: [ana] } as SnapshotPage,
    older as SnapshotPage,
  ])
  await snapshot.refresh()
  await snapshot.refresh()
  expect(queries).toEqual([{}, { since: '2026-11-20T10:00:00Z' }])
  expect(snapshot.get('ana')).toEqual(ana)
})

test('loads all pages first, and then only changes', async () => {
  const vault = memoryVault()
  const { queries, snapshot } = snapshotOf(vault, [
    page({ whole: true, customers: [ana], nextCursor: 'p2' }),
    page({ whole: true, customers: [luis] }),
    page({ customers: [known('ana', { stamps: 5 })], gone: ['luis'], asOf: '2026-11-20T10:05:00Z' }),
  ])
  await snapshot.refresh()
  expect(snapshot.get('ana')).toEqual(ana)
  expect(snapshot.get('luis')).toEqual(luis)
  await snapshot.refresh()
  expect(queries).toEqual([{}, { cursor: 'p2' }, { since: '2026-11-20T10:00:00Z' }])
  expect(snapshot.get('ana')?.stamps).toBe(5)
  expect(snapshot.get('luis')).toBeNull()
  expect(snapshot.asOf).toBe('2026-11-20T10:05:00Z')
})

test('a customer missing from the whole list is removed', async () => {
  const { snapshot } = snapshotOf(memoryVault(), [
    page({ whole: true, customers: [ana] }),
    page({ whole: true, customers: [luis] }),
  ])
  await snapshot.refresh()
  await snapshot.refresh()
  expect(snapshot.get('ana')).toBeNull()
})

test('an incomplete load leaves the former data', async () => {
  const { snapshot } = snapshotOf(memoryVault(), [
    page({ whole: true, customers: [ana] }),
    page({ whole: true, customers: [luis], nextCursor: 'p2' }),
  ])
  await snapshot.refresh()
  await snapshot.refresh()
  expect(snapshot.get('ana')).toEqual(ana)
  expect(snapshot.get('luis')).toBeNull()
})

test('loads everything again on a device with an older schema', async () => {
  const vault = memoryVault()
  await snapshotOf(vault, [page({ whole: true, customers: [ana] })]).snapshot.refresh()
  const { form, ...earlier } = vault.content as { form: number }
  expect(form).toBe(3)
  vault.content = earlier
  const renamedPage = page({ whole: true, customers: [known('ana', { name: 'Ana G.' })] })
  const { queries, snapshot } = snapshotOf(vault, [renamedPage, page()])
  await snapshot.refresh()
  expect(snapshot.get('ana')?.name).toBe('Ana G.')
  await snapshot.refresh()
  expect(queries).toEqual([{}, { since: '2026-11-20T10:00:00Z' }])
})

test('a reloaded page has the stored data', async () => {
  const vault = memoryVault()
  await snapshotOf(vault, [page({ whole: true, customers: [ana] })]).snapshot.refresh()
  const { snapshot } = snapshotOf(vault, [])
  const watcher = vi.fn()
  snapshot.watch(watcher)
  await snapshot.open()
  expect(snapshot.get('ana')).toEqual(ana)
  expect(snapshot.qrKey).toBe('key')
  expect(watcher).toHaveBeenCalled()
})

test.each([
  ['a change of the user or their role', 'owner', 0],
  ['72 hours without a response of the server', 'barber', 72 * hour + 1],
  ['a clock that was set back by days', 'barber', -72 * hour - 1],
])('stored data are erased after %s', async (_name, owner, time) => {
  const vault = memoryVault()
  await snapshotOf(vault, [page({ whole: true, customers: [ana] })]).snapshot.refresh()
  const { snapshot } = snapshotOf(vault, [], owner, () => time)
  await snapshot.open()
  expect(snapshot.get('ana')).toBeNull()
  expect(vault.content).toBeNull()
})

test('a page that stays open offline erases the data after 72 hours', async () => {
  let now = 0
  const vault = memoryVault()
  const { snapshot } = snapshotOf(vault, [page({ whole: true, customers: [ana] })], 'barber', () => now)
  await snapshot.refresh()
  now = 72 * hour
  expect(snapshot.get('ana')).toEqual(ana)
  now++
  expect(snapshot.get('ana')).toBeNull()
  expect(snapshot.find('ana', 6).total).toBe(0)
  await snapshot.refresh()
  expect(vault.content).toBeNull()
})

test('a refresh without a change updates the time of the data', async () => {
  const pages = [page({ whole: true, customers: [ana] }), page({ asOf: '2026-11-20T10:02:00Z' })]
  const { snapshot } = snapshotOf(memoryVault(), pages)
  await snapshot.refresh()
  await snapshot.refresh()
  expect(snapshot.asOf).toBe('2026-11-20T10:02:00Z')
})

test('finds first names while they are typed, prefixes first', async () => {
  const people = ['Mariana', 'Ána', 'Luis', 'Anabel'].map((name) => known(name, { name }))
  const { snapshot } = snapshotOf(memoryVault(), [page({ whole: true, customers: people })])
  await snapshot.refresh()
  const { items, total } = snapshot.find('ANA', 2)
  expect(items.map(({ name }) => name)).toEqual(['Ána', 'Anabel'])
  expect(total).toBe(3)
  expect(snapshot.find('', 2).total).toBe(0)
})

test('decrypts the stored data once, however often the counter opens', async () => {
  const vault = memoryVault()
  const { snapshot } = snapshotOf(vault, [])
  await Promise.all([snapshot.open(), snapshot.open()])
  await snapshot.open()
  expect(vault.reads).toBe(1)
})

test('a response that arrives before the stored data are read is not lost', async () => {
  const vault = memoryVault()
  await snapshotOf(vault, [page({ whole: true, customers: [ana] })]).snapshot.refresh()
  const { snapshot, queries } = snapshotOf(vault, [page({ customers: [luis] })])
  await Promise.all([snapshot.open(), snapshot.refresh()])
  expect(queries).toEqual([{ since: '2026-11-20T10:00:00Z' }])
  expect([snapshot.get('ana'), snapshot.get('luis')]).toEqual([ana, luis])
})

describe('the data are encrypted again', () => {
  const minutes = 60_000
  async function refreshAfterEvent(time: number, next: SnapshotPage) {
    let now = 0
    const vault = memoryVault()
    const first = page({ whole: true, customers: [ana] })
    const { snapshot } = snapshotOf(vault, [first, next], 'barber', () => now)
    await snapshot.refresh()
    now = time
    await snapshot.refresh()
    return vault
  }
  const nothingNew = page({ asOf: '2026-11-20T10:02:00Z' })

  test.each([
    ['a card has changed', page({ customers: [known('ana', { stamps: 5 })] })],
    ['a customer is new', page({ customers: [luis] })],
    ['a customer is gone', page({ gone: ['ana'] })],
    ['the whole list is sent again', page({ whole: true, customers: [ana] })],
    ['the business has another key', page({ qrKey: 'other' })],
  ])('when %s', async (_name, next) => {
    expect((await refreshAfterEvent(2 * minutes, next)).writes).toBe(2)
  })

  test.each([
    ['nothing is new', nothingNew],
    [
      'a customer is sent again unchanged',
      page({ customers: [known('ana', { stamps: 4, owed: ['HALF'] })] }),
    ],
    ['an unknown customer is gone', page({ gone: ['luis'] })],
  ])('not while %s', async (_name, next) => {
    expect((await refreshAfterEvent(2 * minutes, next)).writes).toBe(1)
  })

  test('once an hour even without a change, to store the time of the last contact', async () => {
    expect((await refreshAfterEvent(hour - 1, nothingNew)).writes).toBe(1)
    const vault = await refreshAfterEvent(hour, nothingNew)
    expect(vault.content).toMatchObject({ contactAt: hour, asOf: '2026-11-20T10:02:00Z' })
  })
})

describe('a snapshot closed by a change of the user', () => {
  test('has no customers in memory', async () => {
    const vault = memoryVault()
    const { snapshot } = snapshotOf(vault, [page({ whole: true, customers: [ana] })])
    await snapshot.refresh()
    snapshot.close()
    expect(snapshot.get('ana')).toBeNull()
    expect(snapshot.find('ana', 6).total).toBe(0)
    expect([snapshot.asOf, snapshot.qrKey]).toEqual([null, ''])
  })

  test('drops a pending response', async () => {
    const vault = memoryVault()
    let answer: (next: SnapshotPage) => void = () => undefined
    const fetchPage = () => new Promise<SnapshotPage>((resolve) => (answer = resolve))
    const snapshot = new Snapshot({ owner: 'barber', store: vault, fetchPage })
    await snapshot.open()
    const refreshing = snapshot.refresh()
    await Promise.resolve()
    snapshot.close()
    answer(page({ whole: true, customers: [ana] }))
    await refreshing
    expect(vault.content).toBeNull()
    expect(snapshot.get('ana')).toBeNull()
  })

  test('drops a pending read of the stored data', async () => {
    const vault = memoryVault()
    await snapshotOf(vault, [page({ whole: true, customers: [ana] })]).snapshot.refresh()
    const { snapshot } = snapshotOf(vault, [])
    const pendingOpen = snapshot.open()
    snapshot.close()
    await pendingOpen
    expect(snapshot.get('ana')).toBeNull()
  })

  test('has its customers again after it is reopened', async () => {
    const vault = memoryVault()
    const { snapshot } = snapshotOf(vault, [page({ whole: true, customers: [ana] })])
    await snapshot.refresh()
    snapshot.close()
    await snapshot.open()
    expect(snapshot.get('ana')).toEqual(ana)
  })
})

test('finds a renamed customer by the new name only', async () => {
  const { snapshot } = snapshotOf(memoryVault(), [
    page({ whole: true, customers: [ana, luis] }),
    page({ customers: [known('ana', { name: 'Berta' })], gone: ['luis'] }),
  ])
  const findIds = (text: string) => snapshot.find(text, 6).items.map(({ id }) => id)
  await snapshot.refresh()
  expect([findIds('ana'), findIds('luis'), findIds('berta')]).toEqual([['ana'], ['luis'], []])
  await snapshot.refresh()
  expect([findIds('ana'), findIds('luis'), findIds('berta')]).toEqual([[], [], ['ana']])
})

test('lists many matches by rank, then alphabetically', async () => {
  const names = ['Óscar', 'Olga', 'Omar', 'Bartolo', 'Oriol', 'Manolo', 'Olegario']
  const people = names.map((name) => known(name, { name }))
  const { snapshot } = snapshotOf(memoryVault(), [page({ whole: true, customers: people })])
  await snapshot.refresh()
  const findNames = (limit: number) => snapshot.find('o', limit).items.map(({ name }) => name)
  expect(findNames(3)).toEqual(['Olegario', 'Olga', 'Omar'])
  expect(findNames(7)).toEqual(['Olegario', 'Olga', 'Omar', 'Oriol', 'Óscar', 'Bartolo', 'Manolo'])
  expect(snapshot.find('o', 3).total).toBe(7)
})
