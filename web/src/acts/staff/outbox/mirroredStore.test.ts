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

test('what the browser threw away is taken up again', async () => {
  const kept = new Map<string, WaitingVisit>()
  const visit = waitingVisit()
  await mirroredStore(memoryStore(kept)).put(visit)
  kept.clear()
  const later = mirroredStore(memoryStore(kept))
  expect(await later.all('b1')).toEqual([visit])
  expect(await later.all('b2')).toEqual([])
})

test('what stands in both places is one visit, and the refusal of it is not forgotten', async () => {
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

test('what was answered is in neither place', async () => {
  const store = mirroredStore(memoryStore())
  await store.put(waitingVisit())
  await store.remove('k')
  expect(await store.all('b1')).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('where the device keeps nothing the page does, and it is known', async () => {
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
  'what is not ours (%s) is left alone',
  async (text) => {
    localStorage.setItem('axioma.waiting x', text)
    expect(await mirroredStore(memoryStore()).all('b1')).toEqual([])
  },
)
