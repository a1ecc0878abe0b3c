import { readStored, writeStored } from './storage'
import { cachePrefixes, workerMessages } from './workerMessages'

const storageKey = 'axioma.workers-removed'

/** The pages that the counter's worker opens without a network; the others are asked of the server. */
const counterScope = '/staff/'
const counterWorker = '/staff/worker.js'

/** The same of the customers' portal. It lies above its pages, one of which has no folder. */
const portalScope = '/portal'
const portalWorker = '/portal-worker.js'

/** How long a newer app may take to come, in milliseconds. */
const activationTimeout = 60_000

/**
 * Removes the service workers and caches that an earlier app of this address left behind, which would keep
 * serving it; the counter's and the portal's own stay. The page that such a worker brought is loaded anew, once per session.
 */
export async function removeForeignWorkers(reload = () => window.location.reload()): Promise<void> {
  const found = await removeFromDevice()
  if (!found || readStored(storageKey, 'tab')) return
  writeStored(storageKey, true, 'tab')
  reload()
}

/** Keeps the app on this device for the counter, where the browser can. */
export async function registerCounterWorker(reload = () => window.location.reload()): Promise<void> {
  try {
    const options = { scope: counterScope, updateViaCache: 'none' } as const
    const registration = await navigator.serviceWorker?.register(counterWorker, options)
    if (registration?.waiting) activateWhenUntouched(registration.waiting, reload)
  } catch {
    // Without it the counter needs a network to be opened.
    return
  }
}

/** Keeps the customers' page on this device for the portal, where the browser can. */
export async function registerPortalWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(portalWorker, { scope: portalScope, updateViaCache: 'none' })
  } catch {
    // Without it the portal needs a network to be opened.
    return
  }
}

/** A newer app that came while the former was open begins with a page on which nobody has done anything yet. */
function activateWhenUntouched(next: ServiceWorker, reload: () => void): void {
  const isUntouched = () => !navigator.userActivation?.hasBeenActive
  if (!navigator.serviceWorker.controller || !isUntouched()) return
  const begin = () => isUntouched() && reload()
  navigator.serviceWorker.addEventListener('controllerchange', begin, { once: true })
  next.postMessage(workerMessages.takeOverAlone)
}

/** Fetches the newest app for a page that the worker has opened, and lets it take over; throws when it does not come. */
export async function activateLatestWorker(): Promise<void> {
  const workers = navigator.serviceWorker
  const registration = workers?.controller ? await workers.getRegistration(counterScope) : undefined
  if (!registration) return
  await registration.update()
  const next = registration.installing ?? registration.waiting
  if (next) await activate(next)
}

function activate(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the newer app has not come')), activationTimeout)
    const look = () => {
      if (worker.state === 'installed') worker.postMessage(workerMessages.takeOver)
      if (worker.state === 'redundant') reject(new Error('the newer app was not taken'))
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant' || worker.state === 'activated') clearTimeout(timer)
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/** Whether a worker was among what was removed. A browser may refuse to say what it keeps: then that stays as it is. */
async function removeFromDevice(): Promise<boolean> {
  try {
    const [found] = await Promise.all([unregisterWorkers(), deleteCaches()])
    return found
  } catch {
    return false
  }
}

async function unregisterWorkers(): Promise<boolean> {
  // Pages without https have neither workers nor caches.
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const others = workers.filter((worker) => !isOurs(worker))
  await Promise.all(others.map((worker) => worker.unregister()))
  return others.length > 0
}

function isOurs({ installing, waiting, active }: ServiceWorkerRegistration): boolean {
  const script = (active ?? waiting ?? installing)?.scriptURL
  return script !== undefined && [counterWorker, portalWorker].includes(new URL(script).pathname)
}

async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return
  const ours = Object.values(cachePrefixes)
  const others = (await caches.keys()).filter((name) => !ours.some((prefix) => name.startsWith(prefix)))
  await Promise.all(others.map((name) => caches.delete(name)))
}
