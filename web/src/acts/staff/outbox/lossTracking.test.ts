// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetCookies, setCookie } from '@/test/cookies'
import { until } from '@/test/until'
import { memoryStore, waitingVisit } from '@/test/visitStore'
import { trackLosses } from './lossTracking'
import { visitCountCookie } from './visitCountCookie'
import type { WaitingVisit } from './waitingVisit'

const jar = visitCountCookie('b1')
const nothing = { waiting: null, loss: null }
const [early, late] = [
  waitingVisit({ key: 'early', scannedAt: 1_000 }),
  waitingVisit({ key: 'late', scannedAt: 9_000 }),
]

let storedVisits: Map<string, WaitingVisit>

beforeEach(() => {
  forgetCookies()
  storedVisits = new Map()
})

const page = () => trackLosses(memoryStore(storedVisits), 'b1')

async function scanBoth() {
  const store = page()
  for (const visit of [late, early]) await store.put(visit)
  await until(() =>
    expect(jar.read()).toEqual({ waiting: { count: 2, since: 1_000, until: 9_000 }, loss: null }),
  )
  return store
}

test('the cookie counts the waiting visits and names no customer', async () => {
  const store = await scanBoth()
  expect(document.cookie).toBe('axioma_waiting_b1=2.1000.9000_')
  await store.remove('late')
  await until(() => expect(jar.read().waiting).toEqual({ count: 1, since: 1_000, until: 1_000 }))
  await store.remove('early')
  await until(() => expect(document.cookie).toBe(''))
})

test('a loss is reported until a user acknowledges it, even if visits are scanned and sent meanwhile', async () => {
  await scanBoth()
  storedVisits.clear()
  const lostVisits = { count: 2, since: 1_000, until: 9_000 }
  const store = page()
  await store.put(waitingVisit({ key: 'next' }))
  expect(store.lostVisits()).toEqual(lostVisits)
  await store.remove('next')
  expect(await page().all('b1')).toEqual([])
  expect(page().lostVisits()).toEqual(lostVisits)
  store.acknowledgeLoss()
  await until(() => expect(document.cookie).toBe(''))
  const laterPage = page()
  await laterPage.all('b1')
  expect(laterPage.lostVisits()).toBeNull()
})

test('visits that are still stored are not lost', async () => {
  await scanBoth()
  storedVisits.delete('late')
  const store = page()
  expect(await store.all('b1')).toEqual([early])
  expect(jar.read()).toEqual({
    waiting: { count: 1, since: 1_000, until: 9_000 },
    loss: { count: 1, since: 1_000, until: 9_000 },
  })
})

test('losses are added up', async () => {
  jar.write({
    waiting: { count: 1, since: 5_000, until: 7_000 },
    loss: { count: 2, since: 6_000, until: 6_500 },
  })
  const store = page()
  await store.all('b1')
  expect(jar.read()).toEqual({ waiting: null, loss: { count: 3, since: 5_000, until: 7_000 } })
})

test.each(['before the visit is removed', 'after the visit is removed'])(
  'a page that is closed after the response, %s, reports no loss',
  async (when) => {
    await scanBoth()
    const memory = memoryStore(storedVisits)
    const ending = trackLosses(
      {
        ...memory,
        remove: async (key) => {
          if (when === 'after the visit is removed') await memory.remove(key)
          await new Promise(() => undefined)
        },
      },
      'b1',
    )
    void ending.remove('late')
    await until(() => expect(jar.read().waiting?.count).toBe(1))
    const store = page()
    await store.all('b1')
    expect(store.lostVisits()).toBeNull()
  },
)

test('a visit that another tab sends while this one opens is not lost', async () => {
  const other = await scanBoth()
  vi.useFakeTimers()
  try {
    storedVisits.delete('late') // before its tab reports it
    const store = page()
    const read = store.all('b1')
    await vi.advanceTimersByTimeAsync(100)
    await other.remove('late')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await read).toEqual([early])
    expect(store.lostVisits()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('counts again if another tab has changed the visits meanwhile', async () => {
  await scanBoth()
  const memory = memoryStore(storedVisits)
  let reads = 0
  const slow = trackLosses(
    {
      ...memory,
      all: async (businessId) => {
        const rows = await memory.all(businessId)
        if (++reads === 2) await page().remove('late') // between the read and the write
        return rows
      },
    },
    'b1',
  )
  await slow.put(waitingVisit({ key: 'third', scannedAt: 20_000 }))
  await until(() => expect(jar.read().waiting).toEqual({ count: 2, since: 1_000, until: 20_000 }))
  expect(reads).toBeGreaterThan(2)
})

test('each business has its own count, and invalid cookies are ignored', async () => {
  await scanBoth()
  storedVisits.clear()
  const otherStore = trackLosses(memoryStore(storedVisits), 'b2')
  await otherStore.all('b2')
  expect(otherStore.lostVisits()).toBeNull()
  expect(jar.read().waiting?.count).toBe(2)
  setCookie('axioma_waiting_b3=a.b.c_-1.5')
  expect(visitCountCookie('b3').read()).toEqual(nothing)
})
