import { expect, test, vi } from 'vitest'
import type { SnapshotWish } from '@/api/snapshot'
import type { KnownCustomer, SnapshotPage } from '@/api/types'
import { Snapshot } from './snapshot'
import type { Vault } from './vault'

const hour = 60 * 60_000
const ana = known('ana', { stamps: 4, owed: ['HALF'] })
const luis = known('luis', { name: 'Luis' })

function known(id: string, given: Partial<KnownCustomer> = {}): KnownCustomer {
  return { id, name: 'Ana', phone: '34•••••••42', stamps: 0, target: 10, owed: [], tag: null, ...given }
}

const page = (given: Partial<SnapshotPage> = {}): SnapshotPage => ({
  customers: [],
  gone: [],
  whole: false,
  asOf: '2026-11-20T10:00:00Z',
  qrKey: 'key',
  nextCursor: null,
  ...given,
})

function memoryVault(content: unknown = null) {
  const vault = {
    content,
    read: async () => structuredClone(vault.content),
    write: async (kept: unknown) => {
      vault.content = structuredClone(kept)
    },
    erase: async () => {
      vault.content = null
    },
  }
  return vault
}

/** A snapshot whose server answers those pages, one after the other, and then not at all. */
function snapshotOf(vault: Vault, pages: SnapshotPage[], owner = 'barber', now = () => 0) {
  const asked: SnapshotWish[] = []
  const fetchPage = async (wish: SnapshotWish) => {
    asked.push(wish)
    const next = pages.shift()
    if (!next) throw new Error('no network')
    return next
  }
  return { asked, snapshot: new Snapshot({ owner, vault, fetchPage, now }) }
}

test('takes in all pages, and then only what changed', async () => {
  const vault = memoryVault()
  const { asked, snapshot } = snapshotOf(vault, [
    page({ whole: true, customers: [ana], nextCursor: 'p2' }),
    page({ whole: true, customers: [luis] }),
    page({ customers: [known('ana', { stamps: 5 })], gone: ['luis'], asOf: '2026-11-20T10:05:00Z' }),
  ])
  await snapshot.refresh()
  expect(snapshot.one('ana')).toEqual(ana)
  expect(snapshot.one('luis')).toEqual(luis)
  await snapshot.refresh()
  expect(asked).toEqual([{}, { cursor: 'p2' }, { since: '2026-11-20T10:00:00Z' }])
  expect(snapshot.one('ana')?.stamps).toBe(5)
  expect(snapshot.one('luis')).toBeNull()
  expect(snapshot.asOf).toBe('2026-11-20T10:05:00Z')
})

test('whoever is not among all of them is gone', async () => {
  const { snapshot } = snapshotOf(memoryVault(), [
    page({ whole: true, customers: [ana] }),
    page({ whole: true, customers: [luis] }),
  ])
  await snapshot.refresh()
  await snapshot.refresh()
  expect(snapshot.one('ana')).toBeNull()
})

test('pages that are cut off leave what was known, whole', async () => {
  const { snapshot } = snapshotOf(memoryVault(), [
    page({ whole: true, customers: [ana] }),
    page({ whole: true, customers: [luis], nextCursor: 'p2' }),
  ])
  await snapshot.refresh()
  await snapshot.refresh()
  expect(snapshot.one('ana')).toEqual(ana)
  expect(snapshot.one('luis')).toBeNull()
})

test('a page that is loaded anew knows what the device has kept', async () => {
  const vault = memoryVault()
  await snapshotOf(vault, [page({ whole: true, customers: [ana] })]).snapshot.refresh()
  const { snapshot } = snapshotOf(vault, [])
  const watcher = vi.fn()
  snapshot.watch(watcher)
  await snapshot.open()
  expect(snapshot.one('ana')).toEqual(ana)
  expect(snapshot.qrKey).toBe('key')
  expect(watcher).toHaveBeenCalled()
})

test.each([
  ['another person, or one with another role', 'owner', 0],
  ['72 hours without a word of the server', 'barber', 72 * hour + 1],
  ['a clock that was set back by days', 'barber', -72 * hour - 1],
])('what was kept is erased for %s', async (_name, owner, later) => {
  const vault = memoryVault()
  await snapshotOf(vault, [page({ whole: true, customers: [ana] })]).snapshot.refresh()
  const { snapshot } = snapshotOf(vault, [], owner, () => later)
  await snapshot.open()
  expect(snapshot.one('ana')).toBeNull()
  expect(vault.content).toBeNull()
})

test('a page that stays open without a network forgets after 72 hours, and erases', async () => {
  let now = 0
  const vault = memoryVault()
  const { snapshot } = snapshotOf(vault, [page({ whole: true, customers: [ana] })], 'barber', () => now)
  await snapshot.refresh()
  now = 72 * hour
  expect(snapshot.one('ana')).toEqual(ana)
  now++
  expect(snapshot.one('ana')).toBeNull()
  expect(snapshot.find('ana', 6).total).toBe(0)
  await snapshot.refresh()
  expect(vault.content).toBeNull()
})

test('finds first names as people type them, those that begin so first', async () => {
  const people = ['Mariana', 'Ána', 'Luis', 'Anabel'].map((name) => known(name, { name }))
  const { snapshot } = snapshotOf(memoryVault(), [page({ whole: true, customers: people })])
  await snapshot.refresh()
  const { items, total } = snapshot.find('ANA', 2)
  expect(items.map(({ name }) => name)).toEqual(['Ána', 'Anabel'])
  expect(total).toBe(3)
  expect(snapshot.find('', 2).total).toBe(0)
})
