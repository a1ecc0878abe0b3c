import * as fake from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { waitingVisit } from '@/test/visitStore'
import { deviceVisitStore } from './store'

beforeEach(() => {
  for (const [name, value] of Object.entries(fake)) {
    if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  }
  vi.stubGlobal('indexedDB', new fake.IDBFactory())
})

// Spec: checkin-18
test('stores the visits of each business, oldest first, for every page', async () => {
  const at = (key: string, scannedAt: number, businessId = 'b1') =>
    waitingVisit({ key, scannedAt, businessId })
  const store = deviceVisitStore()
  for (const visit of [at('late', 3), at('early', 1), at('other', 2, 'b2'), at('same', 1)])
    await store.put(visit)
  const keysOf = async (businessId: string) =>
    (await deviceVisitStore().all(businessId)).map(({ key }) => key)
  expect(await keysOf('b1')).toEqual(['early', 'same', 'late'])
  expect(await keysOf('b2')).toEqual(['other'])
  expect(await keysOf('b')).toEqual([])
})

test('replaces a visit under its key and removes it', async () => {
  const store = deviceVisitStore()
  await store.put(waitingVisit())
  await store.put(waitingVisit({ name: 'Ana' }))
  expect(await store.all('b1')).toEqual([waitingVisit({ name: 'Ana' })])
  await store.remove('k')
  expect(await store.all('b1')).toEqual([])
})

test('a page that failed to open the database tries again', async () => {
  const store = deviceVisitStore()
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('not now', 'UnknownError')
  })
  await expect(store.put(waitingVisit())).rejects.toThrow('not now')
  await store.put(waitingVisit())
  expect(open).toHaveBeenCalledTimes(2)
  expect(await store.all('b1')).toHaveLength(1)
})
