// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { removeServiceWorkers } from './serviceWorkers'

afterEach(() => sessionStorage.clear())

function browserWith(workers: { unregister: () => Promise<boolean> }[], cacheNames: string[]) {
  const deleted: string[] = []
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => workers } })
  vi.stubGlobal('caches', {
    keys: async () => cacheNames,
    delete: async (name: string) => deleted.push(name),
  })
  return deleted
}

const worker = () => ({ unregister: vi.fn(async () => true) })

test('workers and caches are removed, and the page is loaded anew once per session', async () => {
  const [one, two] = [worker(), worker()]
  const deleted = browserWith([one, two], ['old', 'older'])
  const reload = vi.fn()
  await removeServiceWorkers(reload)
  await removeServiceWorkers(reload)
  expect(one.unregister).toHaveBeenCalled()
  expect(two.unregister).toHaveBeenCalled()
  expect(deleted.slice(0, 2)).toEqual(['old', 'older'])
  expect(reload).toHaveBeenCalledOnce()
})

test('caches without a worker are removed without a reload', async () => {
  const deleted = browserWith([], ['old'])
  const reload = vi.fn()
  await removeServiceWorkers(reload)
  expect(deleted).toEqual(['old'])
  expect(reload).not.toHaveBeenCalled()
})

test('a page without https has nothing to remove', async () => {
  vi.stubGlobal('navigator', {})
  const reload = vi.fn()
  await removeServiceWorkers(reload)
  expect(reload).not.toHaveBeenCalled()
})
