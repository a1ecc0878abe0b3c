import { readStored, writeStored } from './storage'

const storageKey = 'axioma.workers-removed'

/**
 * Removes the service workers and caches that an earlier app of this address left behind, which would keep
 * serving it. The page that such a worker brought is loaded anew, once per session.
 */
export async function removeServiceWorkers(reload = () => window.location.reload()): Promise<void> {
  const [found] = await Promise.all([unregisterWorkers(), deleteCaches()])
  if (!found || readStored(storageKey, 'tab')) return
  writeStored(storageKey, true, 'tab')
  reload()
}

async function unregisterWorkers(): Promise<boolean> {
  // Pages without https have neither workers nor caches.
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map((worker) => worker.unregister()))
  return workers.length > 0
}

async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}
