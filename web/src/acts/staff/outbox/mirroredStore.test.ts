// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStore, waitingVisit } from '@/test/visitStore'
import { mirroredStore } from './mirroredStore'
import type { VisitStore } from './store'
import type { WaitingVisit } from './waitingVisit'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const brokenStore: VisitStore = {
  put: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
  all: () => Promise.reject(new DOMException('closed', 'InvalidStateError')),
  remove: () => Promise.reject(new DOMException('closed', 'InvalidStateError')),
}

// Spec: checkin-18
test('a visit that the browser evicted is restored from the copy', async () => {
  const storedVisits = new Map<string, WaitingVisit>()
  const visit = waitingVisit()
  await mirroredStore(memoryStore(storedVisits)).put(visit)
  storedVisits.clear()
  const laterStore = mirroredStore(memoryStore(storedVisits))
  expect(await laterStore.all('b1')).toEqual([visit])
  expect(await laterStore.all('b2')).toEqual([])
})

test('a visit in both places counts once and keeps its refusal', async () => {
  const store = mirroredStore(memoryStore())
  const refusal = {
    status: 404,
    code: 'CUSTOMER_NOT_FOUND',
    message: 'No',
    hint: null,
    fieldErrors: {},
    wordless: false,
  }
  await store.put(waitingVisit())
  await store.put(waitingVisit({ refusal }))
  expect(await store.all('b1')).toEqual([waitingVisit({ refusal })])
})

test('a confirmed visit is removed from both places', async () => {
  const store = mirroredStore(memoryStore())
  await store.put(waitingVisit())
  await store.remove('k')
  expect(await store.all('b1')).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('without storage the page keeps visits in memory and reports them as unsafe', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  const store = mirroredStore(brokenStore)
  expect(store.isSafe()).toBe(true)
  await store.put(waitingVisit())
  expect(await store.all('b1')).toEqual([waitingVisit()])
  expect(store.isSafe()).toBe(false)
  await store.remove('k')
  expect(await store.all('b1')).toEqual([])
})

test('a visit that is only in the copy is safe, and is stored once the database has space', async () => {
  const storedVisits = new Map<string, WaitingVisit>()
  const database = { ...memoryStore(storedVisits) }
  const store = mirroredStore({ ...database, put: (visit) => database.put(visit) })
  database.put = brokenStore.put
  await store.put(waitingVisit())
  expect(store.isSafe()).toBe(true)
  localStorage.clear()
  expect(store.isSafe()).toBe(false)

  Object.assign(database, memoryStore(storedVisits))
  expect(await store.all('b1')).toEqual([waitingVisit()])
  expect([...storedVisits.values()]).toEqual([waitingVisit()])
  expect(store.isSafe()).toBe(true)
})

test('a refusal that the database has no space for still replaces the waiting visit', async () => {
  const database = memoryStore()
  const store = mirroredStore({ ...database, put: (visit) => database.put(visit) })
  await store.put(waitingVisit())
  database.put = brokenStore.put
  const refusal = { status: 404, code: 'X', message: '', hint: null, fieldErrors: {}, wordless: false }
  await store.put(waitingVisit({ refusal }))
  expect(await store.all('b1')).toEqual([waitingVisit({ refusal })])
})

test('a visit removed while it is stored again stays removed', async () => {
  let accept: () => void = () => undefined
  const slow = { ...memoryStore(), put: brokenStore.put }
  const store = mirroredStore({ ...slow, put: (visit) => slow.put(visit) })
  await store.put(waitingVisit())
  slow.put = () => new Promise<void>((resolve) => (accept = resolve))
  const rows = store.all('b1')
  await store.remove('k')
  accept()
  expect(await rows).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test.each(['null', '{}', 'no JSON', '{"key":"k","businessId":"b1","scannedAt":"1","subject":{}}'])(
  'a foreign value (%s) is ignored',
  async (text) => {
    localStorage.setItem('axioma.waiting x', text)
    expect(await mirroredStore(memoryStore()).all('b1')).toEqual([])
  },
)
