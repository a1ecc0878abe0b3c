// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { memoryStore, waitingVisit } from '@/test/visitStore'
import { mirroredStore } from './mirroredStore'
import type { VisitStore } from './store'
import type { WaitingVisit } from './waitingVisit'

afterEach(() => localStorage.clear())

const broken: VisitStore = {
  put: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
  all: () => Promise.reject(new DOMException('closed', 'InvalidStateError')),
  remove: () => Promise.reject(new DOMException('closed', 'InvalidStateError')),
}

// Spec: checkin-18
test('a visit that the browser evicted is restored from the copy', async () => {
  const kept = new Map<string, WaitingVisit>()
  const visit = waitingVisit()
  await mirroredStore(memoryStore(kept)).put(visit)
  kept.clear()
  const later = mirroredStore(memoryStore(kept))
  expect(await later.all('b1')).toEqual([visit])
  expect(await later.all('b2')).toEqual([])
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

test('an answered visit is removed from both places', async () => {
  const store = mirroredStore(memoryStore())
  await store.put(waitingVisit())
  await store.remove('k')
  expect(await store.all('b1')).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('without storage the page keeps visits and reports that they are unsafe', async () => {
  const store = mirroredStore(broken)
  expect(store.isSafe()).toBe(true)
  await store.put(waitingVisit())
  localStorage.clear()
  expect(await store.all('b1')).toEqual([waitingVisit()])
  expect(store.isSafe()).toBe(false)
  await store.remove('k')
  expect(await store.all('b1')).toEqual([])
})

test.each(['null', '{}', 'no JSON', '{"key":"k","businessId":"b1","scannedAt":"1","subject":{}}'])(
  'a foreign value (%s) is ignored',
  async (text) => {
    localStorage.setItem('axioma.waiting x', text)
    expect(await mirroredStore(memoryStore()).all('b1')).toEqual([])
  },
)
