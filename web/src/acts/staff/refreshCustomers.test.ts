// @vitest-environment jsdom

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { customerQueries } from '@/api/customers'
import { familyQueries } from '@/api/families'
import { weekQuery } from '@/api/reports'
import type { Progress } from '@/api/types'
import { progress } from '@/test/examples'
import { gate } from '@/test/gate'
import { until } from '@/test/until'
import { refreshCustomers } from './refreshCustomers'

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
const { queryKey } = customerQueries.progress('ana')

function watch<T>(from: QueryClient, key: readonly unknown[], answers: () => T | Promise<T>) {
  let requests = 0
  const queryFn = () => {
    requests++
    return answers()
  }
  const stop = new QueryObserver<T>(from, { queryKey: key, queryFn }).subscribe(() => undefined)
  return { asked: () => requests, stop }
}

test('a slow earlier response does not replace newer data', async () => {
  const cache = client()
  const slow = gate()
  const watcher = watch(cache, queryKey, () => slow.whenOpen.then(() => progress({ count: 4 })))
  await until(() => expect(watcher.asked()).toBe(1))
  await refreshCustomers(cache, { customerId: 'ana', progress: progress({ count: 5 }) })
  slow.open()
  await slow.whenOpen
  await Promise.resolve()
  expect(cache.getQueryData<Progress>(queryKey)?.count).toBe(5)
  watcher.stop()
})

test("a refetch that began before the act does not replace the progress in the act's response", async () => {
  const cache = client()
  const slow = gate()
  let answers = async () => progress({ count: 3 })
  const watcher = watch(cache, queryKey, () => answers())
  await until(() => expect(cache.getQueryData(queryKey)).toBeDefined())
  answers = () => slow.whenOpen.then(() => progress({ count: 4 }))
  void cache.invalidateQueries({ queryKey })
  await until(() => expect(watcher.asked()).toBe(2))
  const refresh = refreshCustomers(cache, { customerId: 'ana', progress: progress({ count: 5 }) })
  expect(cache.getQueryData<Progress>(queryKey)?.count).toBe(5) // at once, since the panel renders it
  slow.open()
  await refresh
  expect(cache.getQueryData<Progress>(queryKey)?.count).toBe(5)
  watcher.stop()
})

test("progress in the act's response is not fetched again", async () => {
  const cache = client()
  const watcher = watch(cache, queryKey, () => progress({ count: 4 }))
  await until(() => expect(cache.getQueryData(queryKey)).toBeDefined())
  await refreshCustomers(cache, { customerId: 'ana', progress: progress({ count: 5 }) })
  expect(watcher.asked()).toBe(1)
  watcher.stop()
})

test.each([
  ['a member of the same family', customerQueries.progress('luis').queryKey],
  ['the family', familyQueries.one('f1').queryKey],
  ['the week of the business', weekQuery().queryKey],
])('data of %s are fetched again', async (_what, key) => {
  const cache = client()
  const watcher = watch(cache, key, () => ({}))
  await until(() => expect(cache.getQueryData(key)).toBeDefined())
  await refreshCustomers(cache, { customerId: 'ana', progress: progress() })
  expect(watcher.asked()).toBe(2)
  watcher.stop()
})

test('progress is fetched when the response has none', async () => {
  const cache = client()
  const watcher = watch(cache, queryKey, () => progress())
  await until(() => expect(cache.getQueryData(queryKey)).toBeDefined())
  await refreshCustomers(cache)
  expect(watcher.asked()).toBe(2)
  watcher.stop()
})
